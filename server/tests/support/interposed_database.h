// A database that lets a test do something at the worst moment: between what a caller read and what it writes.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <utility>

#include "platform/db/database.h"

namespace scriba::testing {

/// Passes everything on to another database, which outlives it. What was to happen and did not is a failure of the
/// test.
class InterposedDatabase final : public platform::Database {
 public:
  explicit InterposedDatabase(platform::Database& inner) : inner_(inner) {}
  ~InterposedDatabase() override {
    EXPECT_FALSE(before_write_) << "nothing was written";
    EXPECT_FALSE(after_read_) << "nothing was read";
  }

  /// Once, before the next transaction that writes begins.
  void BeforeNextWrite(std::function<void()> happens) { before_write_ = std::move(happens); }

  /// Once, when the next statement that only reads has been answered.
  void AfterNextRead(std::function<void()> happens) { after_read_ = std::move(happens); }

  /// Until it is told otherwise, whoever reads is refused as by a database that restarts.
  void RefuseReads(bool refuses) { refuses_reads_ = refuses; }

  platform::Dialect dialect() const override { return inner_.dialect(); }
  platform::Task<platform::Result<>> ReadWith(
      std::function<platform::Task<platform::Result<>>(platform::Connection&)> work) override {
    return inner_.ReadWith(std::move(work));
  }
  platform::Task<platform::Result<>> WriteWith(
      std::function<platform::Task<platform::Result<>>(platform::Connection&)> work) override {
    if (const auto happens = std::exchange(before_write_, nullptr)) happens();
    return inner_.WriteWith(std::move(work));
  }
  void Observe(std::vector<std::string> tables, platform::ChangeObserver observer) override {
    inner_.Observe(std::move(tables), std::move(observer));
  }
  platform::Task<platform::Result<std::size_t>> Visit(std::string sql, std::vector<platform::Value> parameters,
                                                      platform::RowVisitor visit) override {
    if (refuses_reads_) co_return platform::Fail(platform::Code::kBusy, "the database restarts");
    auto seen = co_await inner_.Visit(std::move(sql), std::move(parameters), std::move(visit));
    if (const auto happens = std::exchange(after_read_, nullptr)) happens();
    co_return seen;
  }

 private:
  platform::Database& inner_;
  std::atomic<bool> refuses_reads_ = false;
  std::function<void()> before_write_;
  std::function<void()> after_read_;
};

}  // namespace scriba::testing
