#include "auth/answers.h"
#include "auth/email_change.h"
#include "auth/endpoints/endpoints.h"
#include "auth/forms.h"
#include "auth/link_mails.h"

namespace scriba::auth {

using platform::Code;
using platform::Fail;
using platform::Forward;

EndpointResult Resend(Service& service, const platform::Request& request) {
  auto body = ReadBody(request);
  if (!body) co_return Forward(body);
  auto type = TextField(*body, "type");
  if (!type) co_return Forward(type);
  if (*type != "signup" && *type != "email_change") {
    co_return Fail(Code::kValidationFailed, "Missing one of these types: signup, email_change");
  }
  auto form = co_await ReadLinkRequest(service, request, *body);
  if (!form) co_return Forward(form);
  if (*type == "email_change") co_return co_await ResendEmailChange(service, request, std::move(*form));
  const auto unconfirmed = [](const Account& account) { return !account.IsConfirmed(); };
  co_return co_await AnswerWithLinkMail(service, request, std::move(*form), token_kind::kSignUp, unconfirmed);
}

}  // namespace scriba::auth
