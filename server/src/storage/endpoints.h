// What /storage/v1 answers, one function per call. The table of addresses is in routes.cc.
#pragma once

#include "auth/caller.h"
#include "platform/clock.h"
#include "platform/crypto/sealing.h"
#include "platform/http/message.h"
#include "storage/file_store.h"
#include "storage/quota.h"
#include "storage/signed_urls.h"
#include "storage/uploads.h"

namespace scriba::storage {

/// What the calls work with. Outlives them.
struct Parts {
  platform::Database& database;
  platform::KeyRing& keys;
  const platform::Clock& clock;
  FileStore& files;
  Uploads& uploads;
  const SignedUrls& signed_urls;
  std::uint64_t max_object_bytes = 0;
  Quota quota;
};

using Answer = platform::Task<platform::Result<platform::Response>>;
using Endpoint = Answer (*)(const Parts&, const platform::Request&, const auth::Caller&);

// Resumable upload (TUS 1.0.0)
platform::Response DescribeUploads(const Parts& parts);
Answer CreateUpload(const Parts& parts, const platform::Request& request, const auth::Caller& caller);
Answer ShowUpload(const Parts& parts, const platform::Request& request, const auth::Caller& caller);
Answer ContinueUpload(const Parts& parts, const platform::Request& request, const auth::Caller& caller);
Answer OverrideUpload(const Parts& parts, const platform::Request& request, const auth::Caller& caller);
Answer TerminateUpload(const Parts& parts, const platform::Request& request, const auth::Caller& caller);

// Objects
Answer DownloadObject(const Parts& parts, const platform::Request& request, const auth::Caller& caller);
Answer UploadObject(const Parts& parts, const platform::Request& request, const auth::Caller& caller);
Answer UpdateObject(const Parts& parts, const platform::Request& request, const auth::Caller& caller);
Answer RemoveObject(const Parts& parts, const platform::Request& request, const auth::Caller& caller);
Answer RemoveObjects(const Parts& parts, const platform::Request& request, const auth::Caller& caller);
Answer ListObjects(const Parts& parts, const platform::Request& request, const auth::Caller& caller);
Answer ShowObject(const Parts& parts, const platform::Request& request, const auth::Caller& caller);
Answer MoveObject(const Parts& parts, const platform::Request& request, const auth::Caller& caller);
Answer CopyObject(const Parts& parts, const platform::Request& request, const auth::Caller& caller);

// Signed addresses
Answer SignObject(const Parts& parts, const platform::Request& request, const auth::Caller& caller);
Answer SignObjects(const Parts& parts, const platform::Request& request, const auth::Caller& caller);
Answer SignUpload(const Parts& parts, const platform::Request& request, const auth::Caller& caller);
/// These two need no caller: the token in the address speaks for whoever signed it.
Answer DownloadSigned(const Parts& parts, const platform::Request& request, const Signature& signature);
Answer UploadSigned(const Parts& parts, const platform::Request& request, const Signature& signature);

// Buckets
Answer ListBuckets(const Parts& parts, const platform::Request& request, const auth::Caller& caller);
Answer ShowBucket(const Parts& parts, const platform::Request& request, const auth::Caller& caller);
Answer ChangeBuckets(const Parts& parts, const platform::Request& request, const auth::Caller& caller);

}  // namespace scriba::storage
