#include "platform/mail.h"

#include <fcntl.h>
#include <spdlog/fmt/fmt.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>

#include "platform/crypto/encoding.h"
#include "platform/file_handle.h"
#include "platform/ids.h"
#include "platform/log.h"
#include "platform/smtp.h"

namespace scriba::platform {
namespace {

constexpr const char* kOutbox = "outbox";

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

  Result<> Send(const Mail& mail, const std::stop_token& /*stop*/) override {
    const Instant now = clock_.Now();
    const std::string name = fmt::format("{}-{:06}-{}.eml", ToMicroseconds(now), sent_++, NewUuid());
    std::error_code failure;
    std::filesystem::create_directories(folder_, failure);
    if (!Put(folder_ / name, FormatMail(mail, from_, now, NewMessageId(from_)))) {
      LogError("mail_not_written", {{"file", name}});
      return Fail(Code::kDiskFull, "The mail could not be put into the outbox");
    }
    LogInfo("mail_put_in_outbox", {{"file", name}});
    return {};
  }

 private:
  /// Whoever looks into the folder finds whole mails only, also after a sudden end.
  static bool Put(const std::filesystem::path& file, const std::string& message) {
    const std::string unfinished = file.string() + ".part";
    const FileHandle part(::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
    const bool is_put = part.IsOpen() &&
                        ::write(part.get(), message.data(), message.size()) == static_cast<ssize_t>(message.size()) &&
                        ::fsync(part.get()) == 0 && ::rename(unfinished.c_str(), file.c_str()) == 0;
    if (part.IsOpen() && !is_put) ::unlink(unfinished.c_str());
    return is_put && !SyncToDisk(file.parent_path());
  }

  const std::filesystem::path folder_;
  const std::string from_;
  const Clock& clock_;
  std::atomic<unsigned> sent_ = 0;
};

class SmtpMailer final : public Mailer {
 public:
  SmtpMailer(std::string url, std::string from, const Clock& clock)
      : url_(std::move(url)), from_(std::move(from)), clock_(clock) {}

  Result<> Send(const Mail& mail, const std::stop_token& stop) override {
    auto delivered = Deliver({.url = url_,
                              .from = BareAddress(from_),
                              .to = mail.to,
                              .message = FormatMail(mail, from_, clock_.Now(), NewMessageId(from_))},
                             stop);
    if (delivered) {
      LogInfo("mail_sent");
    } else {
      LogWarning("mail_refused", {{"cause", delivered.error().internal}});
    }
    return delivered;
  }

 private:
  const std::string url_;
  const std::string from_;
  const Clock& clock_;
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

void PruneOutbox(const std::filesystem::path& data_dir, Instant now) {
  constexpr std::chrono::days kKept{30};
  const std::int64_t oldest = ToMicroseconds(now - kKept);
  std::error_code failure;
  for (std::filesystem::directory_iterator entry(data_dir / kOutbox, failure), end; entry != end;
       entry.increment(failure)) {
    const std::string name = entry->path().filename();
    std::int64_t sent_at = 0;
    const auto [rest, error] = std::from_chars(name.data(), name.data() + name.size(), sent_at);
    const bool is_ours = error == std::errc() && *rest == '-';
    if (is_ours && sent_at < oldest) std::filesystem::remove(entry->path(), failure);
    if (failure) LogWarning("mail_not_removed", {{"file", name}, {"cause", failure.message()}});
  }
}

std::unique_ptr<Mailer> MakeMailer(const Config& config, const Clock& clock) {
  if (config.mail.smtp_url.empty()) {
    return std::make_unique<OutboxMailer>(config.data_dir / kOutbox, config.mail.from, clock);
  }
  return std::make_unique<SmtpMailer>(config.mail.smtp_url, config.mail.from, clock);
}

}  // namespace scriba::platform
