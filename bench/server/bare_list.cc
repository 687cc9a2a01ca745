// The limit of a list of patients: a bare Drogon handler with a connection and a prepared statement per thread, the
// same query, JSON written by hand, no sign-in, no policies. Usage: bare_list DATABASE USER_ID PORT
#include <drogon/drogon.h>
#include <sqlite3.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

#include "platform/db/sqlite_functions.h"

namespace {

constexpr std::string_view kQuery =
    "SELECT id, user_id, first_name, last_name, birth_date, gender, email, phone, notes, weight, height, created_at "
    "FROM patients WHERE user_id = ?1 ORDER BY last_name COLLATE italian, id LIMIT 1000";
constexpr std::array<std::string_view, 12> kKeys{
    "{\"id\":",    ",\"user_id\":", ",\"first_name\":", ",\"last_name\":", ",\"birth_date\":", ",\"gender\":",
    ",\"email\":", ",\"phone\":",   ",\"notes\":",      ",\"weight\":",    ",\"height\":",     ",\"created_at\":"};

class Reader {
 public:
  Reader(const std::string& path, std::string user_id) : user_id_(std::move(user_id)) {
    sqlite3* handle = nullptr;
    if (sqlite3_open_v2(path.c_str(), &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nullptr) != SQLITE_OK) {
      throw std::runtime_error("cannot open " + path);
    }
    scriba::platform::RegisterFunctions(handle);
    sqlite3_exec(handle, "PRAGMA mmap_size=268435456", nullptr, nullptr, nullptr);
    sqlite3_prepare_v3(handle, kQuery.data(), static_cast<int>(kQuery.size()), SQLITE_PREPARE_PERSISTENT, &statement_,
                       nullptr);
  }

  std::string Read() {
    sqlite3_reset(statement_);
    sqlite3_bind_text(statement_, 1, user_id_.data(), static_cast<int>(user_id_.size()), SQLITE_STATIC);
    std::string out;
    out.reserve(32U << 10);
    out.push_back('[');
    while (sqlite3_step(statement_) == SQLITE_ROW) {
      if (out.size() > 1) out.push_back(',');
      for (int i = 0; i < static_cast<int>(kKeys.size()); ++i) {
        out.append(kKeys.at(static_cast<std::size_t>(i)));
        AppendField(out, i);
      }
      out.push_back('}');
    }
    out.push_back(']');
    return out;
  }

 private:
  void AppendField(std::string& out, int column) {
    const int type = sqlite3_column_type(statement_, column);
    if (type == SQLITE_NULL) {
      out.append("null");
    } else if (type == SQLITE_FLOAT) {
      std::array<char, 32> digits{};
      const auto end =
          std::to_chars(digits.data(), digits.data() + digits.size(), sqlite3_column_double(statement_, column)).ptr;
      out.append(digits.data(), end);
    } else {
      AppendText(out, {reinterpret_cast<const char*>(sqlite3_column_text(statement_, column)),
                       static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))});
    }
  }

  static void AppendText(std::string& out, std::string_view text) {
    out.push_back('"');
    for (const char c : text) {
      if (c == '"' || c == '\\') out.push_back('\\');
      out.push_back(c);
    }
    out.push_back('"');
  }

  std::string user_id_;
  sqlite3_stmt* statement_ = nullptr;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return EXIT_FAILURE;
  const std::string path = argv[1];
  const std::string user_id = argv[2];
  const auto port = static_cast<std::uint16_t>(std::strtoul(argv[3], nullptr, 10));
  const auto answer = [&](const drogon::HttpRequestPtr&, std::function<void(const drogon::HttpResponsePtr&)>&& send) {
    thread_local const auto reader = std::make_unique<Reader>(path, user_id);
    const auto response = drogon::HttpResponse::newHttpResponse();
    response->setContentTypeCode(drogon::CT_APPLICATION_JSON);
    response->setBody(reader->Read());
    send(response);
  };
  drogon::app().registerHandler("/list", answer, {drogon::Get});
  drogon::app().addListener("127.0.0.1", port).setThreadNum(std::thread::hardware_concurrency()).run();
  return EXIT_SUCCESS;
}
