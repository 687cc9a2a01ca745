// What an engine on this machine writes to its standard error, for the log.
#pragma once

#include <string>

#include "platform/file_handle.h"

namespace scriba::speech {

/// Keeps the last words of an engine for as long as it has heard nothing: so far they are about itself and its model.
/// Later ones may be what a patient said (whisper.cpp can print what it hears), and are let go unread.
class EngineWords {
 public:
  /// Both ends are closed, and no words are kept, when the system has no pipe left.
  EngineWords();

  /// For the engine, as its standard error; -1 without a pipe.
  int descriptor() const { return theirs_.get(); }
  /// The engine has started: its end is its own now.
  void LetGo() { theirs_ = {}; }

  /// Takes what was written since, one pipe full at most, for an engine may write without end. Does not wait; to be
  /// called often, since an engine whose pipe is full stands still. Used by one thread at a time.
  void Listen();
  /// From now on the engine hears sound.
  void StopKeeping();

  /// The last words on one line of printable characters; empty when there are none.
  std::string Last() const;

 private:
  platform::FileHandle ours_;
  platform::FileHandle theirs_;
  bool is_keeping_ = true;
  std::string kept_;
};

}  // namespace scriba::speech
