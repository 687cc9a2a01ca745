// The addresses below /storage/v1.
#include <array>
#include <span>

#include "platform/http/error_body.h"
#include "storage/refusals.h"
#include "storage/service.h"
#include "storage/tus.h"

namespace scriba::storage {
namespace {

using auth::Authenticator;
using auth::Caller;
using platform::Code;
using platform::Error;
using platform::Fail;
using platform::Method;
using platform::Request;
using platform::Response;
using platform::Result;
using platform::Router;
using platform::Task;

using SignedEndpoint = Answer (*)(const Parts&, const Request&, const Signature&);
using Purposes = std::span<const SignedFor>;
using Service = Task<Response> (*)(Authenticator&, const Parts&, Endpoint, const Request&);

constexpr std::array kToDownload{SignedFor::kDownload};
constexpr std::array kToUpload{SignedFor::kUpload, SignedFor::kReplace};

/// Sign-in errors as storage clients know them.
Error Translated(Error error) {
  switch (error.code) {
    case Code::kTokenUndecodable:
    case Code::kTokenClaimsInvalid:
    case Code::kSessionNotFound: error.code = Code::kInvalidJwt; break;
    default: break;
  }
  return error;
}

/// Somebody who is signed in, or the operator.
Task<Result<Caller>> IdentifyCaller(Authenticator& authenticator, const Request& request) {
  auto caller = co_await authenticator.Identify(request);
  if (!caller || caller->role != auth::TokenRole::kAnon) co_return caller;
  co_return Fail(Code::kInvalidJwt, "Sign in first");
}

/// What the server refuses before any endpoint looks at it, in the codes of this surface.
Response Refused(const Request& request, Error error) {
  if (error.code == Code::kRequestTooLarge) {
    error = TooLarge().value();
  }
  const bool is_decodable = platform::PercentDecode(request.raw_path, false).has_value();
  if (error.code == Code::kNotFound && !is_decodable) error = {.code = Code::kInvalidKey, .message = "Invalid key"};
  return platform::StorageErrorResponse(request, error);
}

/// Every answer of the protocol names its version.
Response RefusedUpload(const Request& request, const Error& error) {
  Response response = Refused(request, error);
  response.With("Tus-Resumable", std::string(kTusVersion));
  return response;
}

Response Answered(const Request& request, Result<Response> answer) {
  if (!answer) return platform::StorageErrorResponse(request, Translated(answer.error()));
  return std::move(*answer);
}

Task<Response> AnswerTo(Result<Caller> caller, const Parts& parts, Endpoint endpoint, const Request& request) {
  if (!caller) co_return platform::StorageErrorResponse(request, Translated(caller.error()));
  auto answer = co_await endpoint(parts, request, *caller);
  co_return Answered(request, std::move(answer));
}

/// Files are their owner's, and the service key owns none.
Task<Result<Caller>> IdentifyOwner(Authenticator& authenticator, const Request& request) {
  auto caller = co_await IdentifyCaller(authenticator, request);
  if (caller && !caller->IsUser()) co_return Fail(Code::kAccessDenied, "The service key owns no files");
  co_return caller;
}

Task<Response> Serve(Authenticator& authenticator, const Parts& parts, Endpoint endpoint, const Request& request) {
  auto caller = co_await IdentifyOwner(authenticator, request);
  co_return co_await AnswerTo(std::move(caller), parts, endpoint, request);
}

/// Large bodies are files.
Task<Result<std::string>> AdmitOwner(Authenticator& authenticator, const Request& request) {
  auto caller = co_await IdentifyOwner(authenticator, request);
  if (!caller) co_return platform::Failure(Translated(caller.error()));
  co_return std::move(caller->user_id);
}

/// What the address is signed with; it is good for no longer than its signer's account.
Task<Result<Signature>> SignatureOf(Authenticator& authenticator, const Parts& parts, Purposes purposes,
                                    const Request& request) {
  const std::string token = request.QueryValue("token").value_or("");
  auto signature =
      parts.signed_urls.Check(purposes, request.Path("bucket"), request.Path("name"), token, parts.clock.Now());
  if (!signature) co_return Forward(signature);
  auto stands = co_await authenticator.AccountStands(signature->owner_id);
  if (!stands) co_return Forward(stands);
  if (!*stands) co_return Fail(Code::kInvalidJwt, "Invalid or expired signature", "the signer's account is closed");
  co_return signature;
}

Task<Result<std::string>> AdmitSigner(Authenticator& authenticator, const Parts& parts, const Request& request) {
  auto signature = co_await SignatureOf(authenticator, parts, kToUpload, request);
  if (!signature) co_return Forward(signature);
  co_return std::move(signature->owner_id);
}

/// Buckets are shown to the operator too.
Task<Response> ServeBuckets(Authenticator& authenticator, const Parts& parts, Endpoint endpoint,
                            const Request& request) {
  auto caller = co_await IdentifyCaller(authenticator, request);
  co_return co_await AnswerTo(std::move(caller), parts, endpoint, request);
}

Answer AnswerToSigned(Authenticator& authenticator, const Parts& parts, Purposes purposes, SignedEndpoint endpoint,
                      const Request& request) {
  auto signature = co_await SignatureOf(authenticator, parts, purposes, request);
  if (!signature) co_return Forward(signature);
  co_return co_await endpoint(parts, request, *signature);
}

/// Who has the address may show the file on a page of any origin: an <audio> element says nothing of where it stands.
Task<Response> ServeSigned(Authenticator& authenticator, const Parts& parts, Purposes purposes, SignedEndpoint endpoint,
                           const Request& request) {
  auto answer = co_await AnswerToSigned(authenticator, parts, purposes, endpoint, request);
  Response response = Answered(request, std::move(answer));
  response.With("cross-origin-resource-policy", "cross-origin");
  co_return response;
}

/// A request in another version of the protocol is refused before anything else.
Task<Response> ServeTus(Authenticator& authenticator, const Parts& parts, Endpoint endpoint, const Request& request) {
  Response response;
  if (request.Header("tus-resumable") != kTusVersion) {
    const Error error{.code = Code::kTusVersionUnsupported, .message = "Tus-Resumable: 1.0.0 is needed"};
    response = platform::StorageErrorResponse(request, error);
    response.With("Tus-Version", std::string(kTusVersion));
  } else {
    response = co_await Serve(authenticator, parts, endpoint, request);
  }
  response.With("Tus-Resumable", std::string(kTusVersion));
  co_return response;
}

/// Writes the table of addresses.
class Table {
 public:
  Table(Router& router, Authenticator& authenticator, const Parts& parts)
      : router_(router), authenticator_(authenticator), parts_(parts) {}

  void Add(Method method, std::string_view path, Endpoint endpoint) { AddWith(Serve, method, path, endpoint); }

  void AddTus(Method method, std::string_view path, Endpoint endpoint) { AddWith(ServeTus, method, path, endpoint); }

  void AddBucket(Method method, std::string_view path, Endpoint endpoint) {
    AddWith(ServeBuckets, method, path, endpoint);
  }

  void AddSigned(Method method, std::string_view path, Purposes purposes, SignedEndpoint endpoint) {
    router_.Add(method, Below(path),
                [&authenticator = authenticator_, &parts = parts_, purposes, endpoint](const Request& request) {
                  return ServeSigned(authenticator, parts, purposes, endpoint, request);
                });
  }

  void AddTusOptions(std::string_view path) {
    router_.Add(Method::kOptions, Below(path), [&parts = parts_](const Request& /*request*/) -> Task<Response> {
      Response response = DescribeUploads(parts);
      response.With("Tus-Resumable", std::string(kTusVersion));
      co_return response;
    });
  }

 private:
  void AddWith(Service service, Method method, std::string_view path, Endpoint endpoint) {
    router_.Add(method, Below(path),
                [&authenticator = authenticator_, &parts = parts_, service, endpoint](const Request& request) {
                  return service(authenticator, parts, endpoint, request);
                });
  }

  static std::string Below(std::string_view path) { return "/storage/v1" + std::string(path); }

  Router& router_;
  Authenticator& authenticator_;
  const Parts& parts_;
};

void AddResumable(Table& table) {
  table.AddTusOptions("/upload/resumable");
  table.AddTusOptions("/upload/resumable/{id}");
  table.AddTus(Method::kPost, "/upload/resumable", CreateUpload);
  table.AddTus(Method::kHead, "/upload/resumable/{id}", ShowUpload);
  table.AddTus(Method::kPatch, "/upload/resumable/{id}", ContinueUpload);
  table.AddTus(Method::kPost, "/upload/resumable/{id}", OverrideUpload);
  table.AddTus(Method::kDelete, "/upload/resumable/{id}", TerminateUpload);
}

void AddObjects(Table& table) {
  table.Add(Method::kGet, "/object/{bucket}/{name...}", DownloadObject);
  table.Add(Method::kGet, "/object/authenticated/{bucket}/{name...}", DownloadObject);
  table.Add(Method::kPost, "/object/{bucket}/{name...}", UploadObject);
  table.Add(Method::kPut, "/object/{bucket}/{name...}", UpdateObject);
  table.Add(Method::kDelete, "/object/{bucket}/{name...}", RemoveObject);
  table.Add(Method::kDelete, "/object/{bucket}", RemoveObjects);
  table.Add(Method::kPost, "/object/list/{bucket}", ListObjects);
  table.Add(Method::kGet, "/object/info/{bucket}/{name...}", ShowObject);
  table.Add(Method::kGet, "/object/info/authenticated/{bucket}/{name...}", ShowObject);
  table.Add(Method::kPost, "/object/move", MoveObject);
  table.Add(Method::kPost, "/object/copy", CopyObject);
}

void AddSignedAddresses(Table& table) {
  table.Add(Method::kPost, "/object/sign/{bucket}/{name...}", SignObject);
  table.Add(Method::kPost, "/object/sign/{bucket}", SignObjects);
  table.Add(Method::kPost, "/object/upload/sign/{bucket}/{name...}", SignUpload);
  table.AddSigned(Method::kGet, "/object/sign/{bucket}/{name...}", kToDownload, DownloadSigned);
  table.AddSigned(Method::kPut, "/object/upload/sign/{bucket}/{name...}", kToUpload, UploadSigned);
}

void AddBuckets(Table& table) {
  table.AddBucket(Method::kGet, "/bucket", ListBuckets);
  table.AddBucket(Method::kGet, "/bucket/{bucket}", ShowBucket);
  table.AddBucket(Method::kPost, "/bucket", ChangeBuckets);
  table.AddBucket(Method::kPut, "/bucket/{bucket}", ChangeBuckets);
  table.AddBucket(Method::kDelete, "/bucket/{bucket}", ChangeBuckets);
  table.AddBucket(Method::kPost, "/bucket/{bucket}/empty", ChangeBuckets);
}

}  // namespace

void StorageService::AddRoutes(Router& router, Authenticator& authenticator) const {
  router.SetErrorWriter("/storage/v1", Refused);
  router.SetErrorWriter("/storage/v1/upload/resumable", RefusedUpload);
  router.SetGatekeeper("/storage/v1",
                       [&authenticator](const Request& request) { return AdmitOwner(authenticator, request); });
  router.SetGatekeeper("/storage/v1/object/upload/sign/", [&authenticator, &parts = parts_](const Request& request) {
    return AdmitSigner(authenticator, parts, request);
  });
  Table table(router, authenticator, parts_);
  AddResumable(table);
  AddObjects(table);
  AddSignedAddresses(table);
  AddBuckets(table);
}

}  // namespace scriba::storage
