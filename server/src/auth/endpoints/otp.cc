#include "auth/endpoints/endpoints.h"
#include "auth/forms.h"
#include "auth/link_mails.h"

namespace scriba::auth {

// Also answers /magiclink. No account is ever created here, whatever create_user says: a stranger could not be told
// apart from a doctor otherwise, and a doctor's account begins with a sign-up.
EndpointResult Otp(Service& service, const platform::Request& request) {
  auto body = ReadBody(request);
  if (!body) co_return platform::Forward(body);
  auto form = co_await ReadLinkRequest(service, request, *body);
  if (!form) co_return platform::Forward(form);
  const auto everybody = [](const Account&) { return true; };
  co_return co_await AnswerWithLinkMail(service, request, std::move(*form), token_kind::kMagicLink, everybody);
}

}  // namespace scriba::auth
