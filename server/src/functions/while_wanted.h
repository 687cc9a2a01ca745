// Work that takes its time ends when nobody waits for it any more.
#pragma once

#include <stop_token>

#include "functions/endpoints.h"

namespace scriba::functions {

/// A client that has gone reads no answer, and a program that ends waits for none. Lives as long as the work, which
/// heeds its token.
class WhileWanted {
 public:
  WhileWanted(const Parts& parts, const platform::Request& request)
      : when_gone_(request.ClientGone(), End{stop_}), when_stopping_(parts.stopping, End{stop_}) {}
  WhileWanted(const WhileWanted&) = delete;
  WhileWanted& operator=(const WhileWanted&) = delete;

  std::stop_token token() const { return stop_.get_token(); }

 private:
  struct End {
    std::stop_source& stop;
    void operator()() const { stop.request_stop(); }
  };

  std::stop_source stop_;
  std::stop_callback<End> when_gone_;
  std::stop_callback<End> when_stopping_;
};

}  // namespace scriba::functions
