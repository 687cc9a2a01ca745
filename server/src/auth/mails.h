// The mails of the installation, in Italian; their texts stand in mails/.
#pragma once

#include <string>

#include "platform/mail.h"

namespace scriba::auth {

enum class MailKind { kConfirmation, kRecovery, kMagicLink, kEmailChange, kReauthentication, kInvitation };

/// What a text may mention; what a kind does not need stays empty.
struct MailFacts {
  std::string to;
  std::string link;
  std::string code;
  std::string new_email;
  std::string site;  ///< the address of the installation
};

platform::Mail WriteMail(MailKind kind, const MailFacts& facts);

/// What an administrator writes to people, as plain text; lines become paragraphs.
struct AnnouncementFacts {
  std::string to;
  std::string subject;
  std::string body;
  std::string site;
};

platform::Mail WriteAnnouncementMail(const AnnouncementFacts& facts);

}  // namespace scriba::auth
