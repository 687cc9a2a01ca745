// The shapes in which each surface says no. One refusal, one writer per protocol.
#pragma once

#include "platform/http/message.h"

namespace scriba::platform {

/// `{"code","message","error_code","msg"}` and the API version header: readable by old and new sign-in clients.
Response AuthErrorResponse(const Request& request, const Error& error);

/// `{"code","message","details","hint"}`, nulls included.
Response RestErrorResponse(const Request& request, const Error& error);

/// `{"error","code","details","requestId"}`.
Response FunctionErrorResponse(const Request& request, const Error& error);

/// `{"statusCode","error","code","message"}`; statusCode is text.
Response StorageErrorResponse(const Request& request, const Error& error);

/// `{"code","message"}` for everything else.
Response PlainErrorResponse(const Request& request, const Error& error);

}  // namespace scriba::platform
