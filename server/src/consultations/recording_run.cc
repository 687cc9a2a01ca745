#include "consultations/recording_run.h"

#include <functional>

namespace scriba::consultations {

using platform::BlockOn;
using platform::Code;
using platform::Connection;
using platform::Result;
using platform::Task;

bool IsWithoutRoom(const Recording& recording) {
  return recording.error_code == platform::WireCode(Code::kBusy) && !recording.HasAllBytes();
}

Result<std::optional<Recording>> RecordingRow::Find(const std::string& id) const {
  std::function<Task<Result<std::optional<Recording>>>(Connection&)> find = [&](Connection& connection) {
    return FindRecording(connection, id);
  };
  return BlockOn(database_.Read<std::optional<Recording>>(std::move(find)));
}

Result<> RecordingRow::Move(const Recording& recording, std::vector<RecordingState> from,
                            RecordingChange change) const {
  std::function<Task<Result<bool>>(Connection&)> move = [&](Connection& connection) -> Task<Result<bool>> {
    auto present = co_await FindRecording(connection, recording.id);
    if (!present) co_return Forward(present);
    if (!*present) co_return false;
    if (auto same = CheckSameText(recording, **present); !same) co_return Forward(same);
    co_return co_await MoveRecording(connection, recording.id, from, change, clock_.Now());
  };
  auto moved = BlockOn(database_.Write<bool>(std::move(move)));
  if (!moved) return Forward(moved);
  if (!*moved) return platform::Fail(Code::kRecordingStateConflict, "The recording has gone on without this run");
  return {};
}

}  // namespace scriba::consultations
