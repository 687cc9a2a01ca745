#include "speech/child_process.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <thread>

namespace scriba::speech {
namespace {

ChildProcess Started(const std::string& command) {
  auto child = ChildProcess::Start({.arguments = {"/bin/sh", "-c", command}, .environment = {}});
  if (!child) throw std::runtime_error(child.error().internal);
  return std::move(*child);
}

void Await(ChildProcess& child) {
  while (!child.HasEnded()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

TEST(ChildProcessTest, SaysHowItEnded) {
  auto exited = Started("exit 3");
  Await(exited);
  EXPECT_EQ(exited.ending(), "exit 3");
  auto killed = Started("kill -9 $$");
  Await(killed);
  EXPECT_EQ(killed.ending(), "signal 9");
}

TEST(ChildProcessTest, SaysNothingOfAnEndThatItDidNotSee) {
  auto child = Started("exit 3");
  ASSERT_EQ(::waitpid(child.id(), nullptr, 0), child.id()) << "reaped by somebody else";
  EXPECT_TRUE(child.HasEnded());
  EXPECT_EQ(child.ending(), "");
}

}  // namespace
}  // namespace scriba::speech
