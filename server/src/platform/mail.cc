#include "platform/mail.h"

#include <fcntl.h>
#include <spdlog/fmt/fmt.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>

#include "platform/crypto/encoding.h"
#include "platform/ids.h"
#include "platform/log.h"
#include "platform/smtp.h"
#include "platform/workers.h"

namespace scriba::platform {
namespace {

/// What stands in a header field stays on its line.
std::string OneLine(std::string_view text) {
  std::string line(text);
  std::ranges::replace_if(
      line, [](char c) { return c == '\r' || c == '\n' || c == '\0'; }, ' ');
  return line;
}

/// RFC 2047: encoded words of at most 75 characters, cut between characters.
std::string EncodedWords(std::string_view text) {
  constexpr std::size_t kBytesPerWord = 45;
  std::string words;
  while (!text.empty()) {
    std::size_t length = std::min(kBytesPerWord, text.size());
    while (length < text.size() && (text[length] & 0xC0) == 0x80) --length;
    if (!words.empty()) words += "\r\n ";
    words += "=?UTF-8?B?" + ToBase64(text.substr(0, length)) + "?=";
    text.remove_prefix(length);
  }
  return words;
}

/// "Mon, 14 Sep 2026 09:00:00 +0000" (RFC 5322).
std::string MailDate(Instant instant) {
  constexpr std::array kDays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto day = std::chrono::floor<std::chrono::days>(instant);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(std::chrono::floor<std::chrono::seconds>(instant - day));
  return fmt::format("{}, {:02} {} {} {:02}:{:02}:{:02} +0000", kDays.at(std::chrono::weekday(day).c_encoding()),
                     static_cast<unsigned>(date.day()), kMonths.at(static_cast<unsigned>(date.month()) - 1),
                     static_cast<int>(date.year()), time.hours().count(), time.minutes().count(),
                     time.seconds().count());
}

std::string BodyPart(std::string_view type, std::string_view body) {
  constexpr std::size_t kLine = 76;
  const std::string encoded = ToBase64(body);
  std::string part =
      "Content-Type: " + std::string(type) + "; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n";
  for (std::size_t at = 0; at < encoded.size(); at += kLine) part += encoded.substr(at, kLine) + "\r\n";
  return part;
}

/// The address inside "Name <address>".
std::string BareAddress(const std::string& mailbox) {
  const auto open = mailbox.rfind('<');
  if (open == std::string::npos || !mailbox.ends_with('>')) return mailbox;
  return mailbox.substr(open + 1, mailbox.size() - open - 2);
}

std::string NewMessageId(const std::string& from) {
  const std::string address = BareAddress(from);
  const auto at = address.find('@');
  return NewUuid() + (at == std::string::npos ? std::string("@localhost") : address.substr(at));
}

class OutboxMailer final : public Mailer {
 public:
  OutboxMailer(std::filesystem::path folder, std::string from, const Clock& clock)
      : folder_(std::move(folder)), from_(std::move(from)), clock_(clock) {}

  void Post(Mail mail) override { static_cast<void>(Write(mail, Durability::kNone)); }
  Result<> Send(const Mail& mail, const std::stop_token& /*stop*/) override { return Write(mail, Durability::kSynced); }

 private:
  enum class Durability : std::uint8_t { kNone, kSynced };

  Result<> Write(const Mail& mail, Durability durability) {
    const Instant now = clock_.Now();
    const std::string name = fmt::format("{}-{:06}-{}.eml", ToMicroseconds(now), posted_++, NewUuid());
    const std::string message = FormatMail(mail, from_, now, NewMessageId(from_));
    std::error_code failure;
    std::filesystem::create_directories(folder_, failure);
    const int file = ::open((folder_ / name).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    const bool is_written = file >= 0 &&
                            ::write(file, message.data(), message.size()) == static_cast<ssize_t>(message.size()) &&
                            (durability == Durability::kNone || ::fsync(file) == 0);
    if (file >= 0) ::close(file);
    if (!is_written) {
      LogError("mail_not_written", {{"file", name}});
      return Fail(Code::kDiskFull, "The mail could not be put into the outbox");
    }
    LogInfo("mail_put_in_outbox", {{"file", name}});
    return {};
  }

  const std::filesystem::path folder_;
  const std::string from_;
  const Clock& clock_;
  std::atomic<unsigned> posted_ = 0;
};

class SmtpMailer final : public Mailer {
 public:
  SmtpMailer(std::string url, std::string from, const Clock& clock)
      : url_(std::move(url)), from_(std::move(from)), clock_(clock) {}

  void Post(Mail mail) override {
    worker_.Post([delivery = DeliveryOf(mail)] { DeliverWithPatience(delivery); });
  }

  Result<> Send(const Mail& mail, const std::stop_token& stop) override {
    auto delivered = Deliver(DeliveryOf(mail), stop);
    if (delivered) {
      LogInfo("mail_sent");
    } else {
      LogWarning("mail_refused", {{"cause", delivered.error().internal}});
    }
    return delivered;
  }

 private:
  SmtpDelivery DeliveryOf(const Mail& mail) const {
    return {.url = url_,
            .from = BareAddress(from_),
            .to = mail.to,
            .message = FormatMail(mail, from_, clock_.Now(), NewMessageId(from_))};
  }

  static void DeliverWithPatience(const SmtpDelivery& delivery) {
    for (const std::chrono::seconds pause :
         {std::chrono::seconds(0), std::chrono::seconds(1), std::chrono::seconds(3)}) {
      std::this_thread::sleep_for(pause);
      const auto delivered = Deliver(delivery);
      if (delivered) {
        LogInfo("mail_sent");
        return;
      }
      LogWarning("mail_refused", {{"cause", delivered.error().internal}});
    }
    LogError("mail_not_sent");
  }

  const std::string url_;
  const std::string from_;
  const Clock& clock_;
  WorkerPool worker_{"mail", 1};
};

}  // namespace

std::string FormatMail(const Mail& mail, const std::string& from, Instant date, const std::string& message_id) {
  const std::string boundary = "=_" + RandomToken(18);
  return "From: " + OneLine(from) + "\r\nTo: <" + OneLine(mail.to) +
         ">\r\nSubject: " + EncodedWords(OneLine(mail.subject)) + "\r\nDate: " + MailDate(date) + "\r\nMessage-ID: <" +
         message_id + ">\r\nAuto-Submitted: auto-generated\r\n" +
         "MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=\"" + boundary + "\"\r\n\r\n--" +
         boundary + "\r\n" + BodyPart("text/plain", mail.text) + "--" + boundary + "\r\n" +
         BodyPart("text/html", mail.html) + "--" + boundary + "--\r\n";
}

std::unique_ptr<Mailer> MakeMailer(const Config& config, const Clock& clock) {
  if (config.mail.smtp_url.empty()) {
    return std::make_unique<OutboxMailer>(config.data_dir / "outbox", config.mail.from, clock);
  }
  return std::make_unique<SmtpMailer>(config.mail.smtp_url, config.mail.from, clock);
}

}  // namespace scriba::platform
