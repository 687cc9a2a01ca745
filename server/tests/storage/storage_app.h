// /storage/v1 on a fresh installation, with doctors who can sign in.
#pragma once

#include "platform/crypto/encoding.h"
#include "storage/service.h"
#include "support/auth_app.h"

namespace scriba::testing {

inline constexpr std::uint64_t kMostTestBytes = 1 << 20;

class StorageApp {
 public:
  explicit StorageApp(storage::Quota quota = {}) : quota_(quota) { storage_.AddRoutes(auth.router(), auth.service()); }

  AuthApp auth;

  platform::KeyRing& keys() { return keys_; }
  storage::StorageService& storage() { return storage_; }

  platform::Response Call(platform::Method method, const std::string& path, const TestUser& caller,
                          platform::Headers headers = {}, std::string body = {}) {
    for (const auto& [name, value] : caller.headers) headers.emplace(name, value);
    return Send(auth.router(), method, "/storage/v1" + path, std::move(headers), std::move(body));
  }

  platform::Response Tus(platform::Method method, const std::string& path, const TestUser& caller,
                         platform::Headers headers = {}, std::string body = {}) {
    headers.emplace("tus-resumable", "1.0.0");
    if (method == platform::Method::kPatch) headers.emplace("content-type", "application/offset+octet-stream");
    return Call(method, path, caller, std::move(headers), std::move(body));
  }

  /// A header for Upload-Metadata.
  static std::string Metadata(const std::map<std::string, std::string>& values) {
    std::string header;
    for (const auto& [key, value] : values) {
      header.append(header.empty() ? "" : ",").append(key).append(" ").append(platform::ToBase64(value));
    }
    return header;
  }

  static std::string AudioMetadata(const TestUser& owner, const std::string& name) {
    return Metadata(
        {{"bucketName", "consultation-audio"}, {"objectName", owner.id + "/" + name}, {"contentType", "audio/webm"}});
  }

  /// Begins an upload and answers its path below /storage/v1.
  std::string Begin(const TestUser& owner, const std::string& name, platform::Headers headers) {
    headers.emplace("upload-metadata", AudioMetadata(owner, name));
    return PathOf(Tus(platform::Method::kPost, "/upload/resumable", owner, std::move(headers)));
  }

  static std::string PathOf(const platform::Response& created) {
    return HeaderOf(created, "location").substr(std::string("/storage/v1").size());
  }

  /// The whole body of an answer, streamed or not.
  static std::string BodyOf(const platform::Response& response) {
    std::string body = response.body;
    while (response.stream && body.size() < response.stream_bytes) {
      const std::string piece = response.stream();
      if (piece.empty()) break;
      body += piece;
    }
    return body;
  }

 private:
  const storage::Quota quota_;
  platform::KeyRing keys_{auth.database(), auth.master()};
  storage::StorageService storage_{{.folder = auth.folder() / "audio",
                                    .max_object_bytes = kMostTestBytes,
                                    .quota = quota_,
                                    .signing_key = auth.master().Derive("signed-urls")},
                                   auth.database(),
                                   keys_,
                                   auth.clock()};
};

}  // namespace scriba::testing
