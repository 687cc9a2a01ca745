// Open files and sockets that close themselves, and how a process hands one to another.
#pragma once

#include <optional>
#include <utility>

namespace scriba::speech {

/// Owns a file descriptor.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor();

  bool is_open() const { return number_ >= 0; }
  int number() const { return number_; }

 private:
  int number_ = -1;
};

/// Two connected stream sockets, closed in programs that are started; nothing when the system has none left.
std::optional<std::pair<Descriptor, Descriptor>> ConnectedSockets();

/// Hands an open descriptor over a Unix socket (unix(7), SCM_RIGHTS). False when the other side is gone.
bool Send(const Descriptor& over, const Descriptor& sent);

/// Waits for one, over the socket with this number. Closed when the other side is gone.
Descriptor ReceiveOver(int socket);

}  // namespace scriba::speech
