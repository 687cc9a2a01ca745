// multipart/form-data as strangers send it: parts must lie inside the body, whatever the body is.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "platform/http/message.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  scriba::platform::Request request;
  request.headers["content-type"] = "multipart/form-data; boundary=b";
  request.body.assign(reinterpret_cast<const char*>(data), size);
  const auto parts = scriba::platform::ParseMultipart(request);
  if (!parts) return 0;
  for (const auto& part : *parts) {
    const char* begin = request.body.data();
    if (part.bytes.data() < begin || part.bytes.data() + part.bytes.size() > begin + size) std::abort();
  }
  return 0;
}
