#include "platform/mail.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "support/fake_clock.h"
#include "support/outbox.h"
#include "support/test_database.h"

namespace scriba::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

platform::Mail Letter() {
  return {.to = "anna@example.com",
          .subject = "Perché così: la città è più in là, e già lì sarà un po' più lunga di una riga",
          .text = "Città e perché.\n",
          .html = "<p>Città e perché.</p>\n"};
}

TEST(FormatMail, KeepsHeaderFieldsOnTheirLine) {
  auto mail = Letter();
  mail.to = "anna@example.com>\r\nBcc: eva@example.com";
  const auto message =
      platform::FormatMail(mail, "Scriba\r\nX-Evil: 1 <scriba@example.com>", FakeClock().Now(), "1@example.com");
  EXPECT_THAT(message, Not(HasSubstr("\r\nBcc:")));
  EXPECT_THAT(message, Not(HasSubstr("\r\nX-Evil:")));
  EXPECT_THAT(message, HasSubstr("\r\nDate: Mon, 14 Sep 2026 09:00:00 +0000\r\n"));
}

TEST(FormatMail, WritesNoLineThatIsTooLongForAServer) {
  const auto message =
      platform::FormatMail(Letter(), "Scriba <scriba@example.com>", FakeClock().Now(), "1@example.com");
  std::size_t begin = 0;
  for (auto end = message.find("\r\n"); end != std::string::npos; begin = end + 2, end = message.find("\r\n", begin)) {
    EXPECT_LE(end - begin, 90U) << message.substr(begin, end - begin);
  }
}

TEST(Outbox, HoldsReadableMailsThatOnlyTheOwnerMayRead) {
  const TemporaryFolder folder;
  const FakeClock clock;
  platform::Config config;
  config.data_dir = folder.path();
  ASSERT_TRUE(platform::MakeMailer(config, clock)->Send(Letter(), {}));
  const auto mails = ReadOutbox(folder.path());
  ASSERT_EQ(mails.size(), 1U);
  EXPECT_EQ(mails[0].to, "anna@example.com");
  EXPECT_EQ(mails[0].subject, Letter().subject);
  EXPECT_EQ(mails[0].text, Letter().text);
  EXPECT_EQ(mails[0].html, Letter().html);
  const auto file = std::filesystem::directory_iterator(folder.path() / "outbox")->path();
  EXPECT_EQ(std::filesystem::status(file).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST(Outbox, KeepsMailsForThirtyDaysAndWhatIsNotOursForGood) {
  const TemporaryFolder folder;
  FakeClock clock;
  platform::Config config;
  config.data_dir = folder.path();
  platform::PruneOutbox(folder.path(), clock.Now());
  const auto mailer = platform::MakeMailer(config, clock);
  ASSERT_TRUE(mailer->Send(Letter(), {}));
  for (const char* name : {"1-000000-x.eml.part", "LEGGIMI.txt", "12"})
    std::ofstream(folder.path() / "outbox" / name) << "x";
  clock.Advance(std::chrono::days(30));
  ASSERT_TRUE(mailer->Send(Letter(), {}));
  const auto count = [&] {
    platform::PruneOutbox(folder.path(), clock.Now());
    return std::distance(std::filesystem::directory_iterator(folder.path() / "outbox"), {});
  };
  EXPECT_EQ(count(), 4) << "two mails, and two files of somebody else";
  clock.Advance(std::chrono::seconds(1));
  EXPECT_EQ(count(), 3);
}

// Of two codes mailed in one moment the reader must take the second: the first does not hold any more.
TEST(Outbox, KeepsTheOrderOfMailsOfTheSameMoment) {
  const TemporaryFolder folder;
  const FakeClock clock;
  platform::Config config;
  config.data_dir = folder.path();
  const auto mailer = platform::MakeMailer(config, clock);
  std::vector<std::string> sent;
  for (int i = 0; i < 20; ++i) {
    auto letter = Letter();
    letter.text = sent.emplace_back("lettera " + std::to_string(i));
    ASSERT_TRUE(mailer->Send(letter, {}));
  }
  std::vector<std::string> read;
  for (const auto& mail : ReadOutbox(folder.path())) read.push_back(mail.text);
  EXPECT_EQ(read, sent);
}

}  // namespace
}  // namespace scriba::testing
