#include "auth/mails.h"

#include <array>
#include <ranges>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "embedded/mails.h"

namespace scriba::auth {
namespace {

using Replacements = std::array<std::pair<std::string_view, std::string_view>, 6>;

std::string_view Template(std::string_view name) {
  for (const auto& file : embedded::mails()) {
    if (file.path == name) return file.bytes;
  }
  throw std::logic_error("no mail template " + std::string(name));
}

std::string_view NameOf(MailKind kind) {
  switch (kind) {
    case MailKind::kConfirmation: return "confirmation";
    case MailKind::kRecovery: return "recovery";
    case MailKind::kMagicLink: return "magic_link";
    case MailKind::kEmailChange: return "email_change";
    case MailKind::kReauthentication: return "reauthentication";
    case MailKind::kInvitation: return "invitation";
  }
  throw std::logic_error("unknown kind of mail");
}

std::string HtmlEscaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      default: escaped.push_back(c);
    }
  }
  return escaped;
}

/// Fills the `{{name}}`s in one pass: a value that looks like a placeholder stays a value.
std::string Filled(std::string_view text, const Replacements& replacements) {
  std::string filled;
  while (true) {
    const auto open = text.find("{{");
    const auto close = text.find("}}", open);
    if (open == std::string_view::npos || close == std::string_view::npos) return filled.append(text);
    filled.append(text.substr(0, open));
    const std::string_view name = text.substr(open + 2, close - open - 2);
    for (const auto& [key, value] : replacements) {
      if (key == name) filled.append(value);
    }
    text.remove_prefix(close + 2);
  }
}

/// Both forms of a mail in the frame that all of ours have. `html` is markup; everything else is text.
platform::Mail LayOut(const std::string& to, const std::string& site, std::string_view subject, const std::string& text,
                      const std::string& html) {
  const std::string escaped_subject = HtmlEscaped(subject);
  const std::string escaped_site = HtmlEscaped(site);
  const Replacements page{{{"subject", escaped_subject}, {"body", html}, {"site", escaped_site}}};
  return {.to = to,
          .subject = std::string(subject),
          .text = text + "\nScriba, " + site + "\n",
          .html = Filled(Template("layout.html"), page)};
}

}  // namespace

platform::Mail WriteMail(MailKind kind, const MailFacts& facts) {
  const std::string name(NameOf(kind));
  const std::string_view text = Template(name + ".txt");
  const auto first_line = text.find('\n');
  const std::string_view subject = text.substr(0, first_line);
  const Replacements plain{{{"link", facts.link}, {"code", facts.code}, {"new_email", facts.new_email}}};

  const std::string link = HtmlEscaped(facts.link);
  const std::string new_email = HtmlEscaped(facts.new_email);
  const Replacements marked_up{{{"link", link}, {"code", facts.code}, {"new_email", new_email}}};
  return LayOut(facts.to, facts.site, subject, Filled(text.substr(first_line + 1), plain),
                Filled(Template(name + ".html"), marked_up));
}

platform::Mail WriteAnnouncementMail(const AnnouncementFacts& facts) {
  const std::string link = facts.site + "/app";
  std::string body;
  for (const auto line : std::views::split(std::string_view(facts.body), '\n')) {
    const std::string_view text(line.begin(), line.end());
    if (!text.empty()) body.append("<p>").append(HtmlEscaped(text)).append("</p>\n");
  }
  const std::string escaped_link = HtmlEscaped(link);
  const Replacements marked_up{{{"body", body}, {"link", escaped_link}}};
  const Replacements plain{{{"body", facts.body}, {"link", link}}};
  return LayOut(facts.to, facts.site, facts.subject, Filled(Template("announcement.txt"), plain),
                Filled(Template("announcement.html"), marked_up));
}

}  // namespace scriba::auth
