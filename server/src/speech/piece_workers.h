// Several pieces of one recording on their way at once, while the recording is still being decoded.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

#include "platform/result.h"
#include "speech/cutter.h"

namespace scriba::speech {

/// Runs `work` on pieces with up to `limit` threads, which are started when they are first needed; with one while
/// `is_crowded` says that other recordings wait. The first error ends it all: pieces still waiting are dropped, those
/// under way are stopped.
class PieceWorkers {
 public:
  using Work = std::function<platform::Result<>(const Piece&, const std::stop_token&)>;

  PieceWorkers(std::size_t limit, std::function<bool()> is_crowded, Work work, const std::stop_token& stop);
  /// Without Finish: stops what is under way.
  ~PieceWorkers();
  PieceWorkers(const PieceWorkers&) = delete;
  PieceWorkers& operator=(const PieceWorkers&) = delete;

  /// Hands a piece over; waits while there is no thread for it, so that a recording takes no more memory than its
  /// pieces under way, whatever its length. Errors: the first error of `work`.
  platform::Result<> Add(Piece piece);

  /// Waits until every piece is done. Errors: the first error of `work`.
  platform::Result<> Finish();

  /// Requested by the first error and by the stop given at the start.
  std::stop_token stop_token() const { return stop_.get_token(); }

 private:
  bool HasRoom() const;
  void Loop();
  platform::Result<> Run(const Piece& piece) const;
  void Fail(platform::Error error);
  platform::Result<> Outcome() const;

  const std::size_t limit_;
  const std::function<bool()> is_crowded_;
  const Work work_;
  std::stop_source stop_;
  std::stop_callback<std::function<void()>> forward_stop_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<Piece> waiting_;  // guarded by mutex_, as all below
  std::size_t idle_ = 0;
  std::size_t under_way_ = 0;
  bool is_closed_ = false;
  std::optional<platform::Error> failure_;
  std::vector<std::jthread> threads_;  // last: ends before what it uses
};

}  // namespace scriba::speech
