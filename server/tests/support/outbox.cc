#include "support/outbox.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>

#include "platform/crypto/encoding.h"
#include "platform/http/message.h"

namespace scriba::testing {
namespace {

std::string HeaderField(const std::string& message, const std::string& name) {
  const std::string start = "\r\n" + name + ": ";
  const auto at = message.find(start);
  if (at == std::string::npos) return {};
  auto end = message.find("\r\n", at + start.size());
  while (message.compare(end, 3, "\r\n ") == 0) end = message.find("\r\n", end + 2);
  return message.substr(at + start.size(), end - at - start.size());
}

std::string DecodedWords(const std::string& field) {
  static const std::regex kWord("=\\?UTF-8\\?B\\?([^?]*)\\?=");
  std::string text;
  for (std::sregex_iterator word(field.begin(), field.end(), kWord), end; word != end; ++word) {
    text += platform::FromBase64((*word)[1].str()).value_or("");
  }
  return text;
}

std::string Part(const std::string& message, const std::string& type) {
  const auto head = message.find("Content-Type: " + type);
  const auto begin = message.find("\r\n\r\n", head) + 4;
  std::string encoded = message.substr(begin, message.find("\r\n--", begin) - begin);
  std::erase_if(encoded, [](char c) { return c == '\r' || c == '\n'; });
  return platform::FromBase64(encoded).value_or("");
}

}  // namespace

std::string OutboxMail::Link() const {
  static const std::regex kLink("https?://\\S*/auth/v1/verify\\?\\S*");
  std::smatch match;
  return std::regex_search(text, match, kLink) ? match.str() : std::string();
}

std::string OutboxMail::LinkParameter(const std::string& name) const {
  const std::string link = Link();
  for (const auto& [key, value] : platform::ParseQuery(link.substr(std::min(link.size(), link.find('?') + 1)))) {
    if (key == name) return value;
  }
  return {};
}

std::string OutboxMail::Code() const {
  static const std::regex kCode("(^|[^0-9A-Za-z_-])([0-9]{6})([^0-9A-Za-z_-]|$)");
  std::smatch match;
  return std::regex_search(text, match, kCode) ? match[2].str() : std::string();
}

std::vector<OutboxMail> ReadOutbox(const std::filesystem::path& data_dir) {
  std::vector<std::filesystem::path> files;
  if (std::filesystem::exists(data_dir / "outbox")) {
    for (const auto& entry : std::filesystem::directory_iterator(data_dir / "outbox")) {
      files.push_back(entry.path());
    }
  }
  std::ranges::sort(files);
  std::vector<OutboxMail> mails;
  for (const auto& path : files) {
    std::ifstream file(path, std::ios::binary);
    const std::string message(std::istreambuf_iterator<char>(file), {});
    std::string to = HeaderField(message, "To");
    std::erase_if(to, [](char c) { return c == '<' || c == '>'; });
    mails.push_back({.to = std::move(to),
                     .subject = DecodedWords(HeaderField(message, "Subject")),
                     .text = Part(message, "text/plain"),
                     .html = Part(message, "text/html")});
  }
  return mails;
}

}  // namespace scriba::testing
