#include "app/web_files.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

#include "platform/crypto/encoding.h"

namespace scriba::app {
namespace {

using platform::Code;
using platform::Fail;
using platform::Request;
using platform::Response;
using platform::Result;
using platform::Task;

constexpr std::string_view kPage = "index.html";

constexpr auto kTypes = std::to_array<std::pair<std::string_view, std::string_view>>({
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json; charset=utf-8"},
    {".webmanifest", "application/manifest+json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".txt", "text/plain; charset=utf-8"},
    {".wasm", "application/wasm"},
});

std::string TypeOf(std::string_view name) {
  const auto found = std::ranges::find_if(kTypes, [&](const auto& type) { return name.ends_with(type.first); });
  return std::string(found == kTypes.end() ? "application/octet-stream" : found->second);
}

std::string ReadAll(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

bool Accepts(const Request& request, std::string_view encoding) {
  const std::string_view header = request.Header("accept-encoding");
  const auto at = header.find(encoding);
  return at != std::string_view::npos && !header.substr(at).starts_with(std::string(encoding) + ";q=0");
}

}  // namespace

WebFiles::WebFiles(const std::filesystem::path& folder, HeaderList headers) : headers_(std::move(headers)) {
  if (!std::filesystem::is_directory(folder)) return;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const auto extension = entry.path().extension();
    if (!entry.is_regular_file() || extension == ".br" || extension == ".gz") continue;
    const auto beside = [&](const char* suffix) -> std::optional<std::filesystem::path> {
      std::filesystem::path compressed = entry.path();
      compressed += suffix;
      return std::filesystem::exists(compressed) ? std::optional(compressed) : std::nullopt;
    };
    File file{.plain = entry.path(), .brotli = beside(".br"), .gzip = beside(".gz"), .etag = {}};
    file.etag = '"' + platform::ToHex(platform::Sha256(ReadAll(entry.path()))).substr(0, 32) + '"';
    files_.emplace(std::filesystem::relative(entry.path(), folder).generic_string(), std::move(file));
  }
}

Result<Response> WebFiles::Answer(const Request& request, std::string_view path) const {
  if (const auto found = files_.find(path); found != files_.end()) return Send(request, found->first, found->second);
  const auto page = files_.find(kPage);
  // A missing asset must not come back as a page with status 200.
  if (page == files_.end() || path.starts_with("assets/")) return Fail(Code::kNotFound, "no such file");
  return Send(request, page->first, page->second);
}

Response WebFiles::Send(const Request& request, const std::string& name, const File& file) const {
  Response response;
  response.headers = headers_;
  // The build puts a hash of the content into the names below assets/.
  const bool hashed = name.starts_with("assets/");
  response.With("cache-control", hashed ? "public, max-age=31536000, immutable" : "no-cache")
      .With("etag", file.etag)
      .With("vary", "Accept-Encoding")
      .With("content-type", TypeOf(name));
  if (request.Header("if-none-match") == file.etag) {
    response.status = 304;
  } else if (file.brotli && Accepts(request, "br")) {
    response.With("content-encoding", "br").body = ReadAll(*file.brotli);
  } else if (file.gzip && Accepts(request, "gzip")) {
    response.With("content-encoding", "gzip").body = ReadAll(*file.gzip);
  } else {
    response.body = ReadAll(file.plain);
  }
  return response;
}

std::filesystem::path FindWebFolder(const std::filesystem::path& program) {
  const auto folder = program.parent_path();
  for (const auto* candidate : {"web", "../share/scriba/web", "../web/dist", "../../web/dist"}) {
    const auto path = (folder / candidate).lexically_normal();
    if (std::filesystem::exists(path / kPage)) return path;
  }
  return {};
}

void AddWebRoutes(platform::Router& router, const WebFiles& files) {
  router.Add(platform::Method::kGet, "/{path...}", [&files](const Request& request) -> Task<Response> {
    auto answer = files.Answer(request, request.Path("path"));
    if (answer) co_return std::move(*answer);
    co_return Response::Text(404, "Pagina non trovata");
  });
}

}  // namespace scriba::app
