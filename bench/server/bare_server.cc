// The limit of an answer: a bare Drogon handler with a connection and a prepared statement per thread (for writes: one
// committing thread), the same query, JSON written by hand, no sign-in, no policies, no log.
//
// bare_server SCRIBA_DB MASTER_KEY COPY USER_ID PORT
//   copies the database of an installation to COPY, so that both have the same rows and neither waits for the other.
#include <drogon/drogon.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <sodium.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>

#include "bare_reader.h"
#include "bare_writer.h"
#include "platform/db/sqlite_database.h"
#include "platform/ids.h"
#include "platform/workers.h"

namespace {

using namespace scriba;
using bench::BareReader;
using bench::BareWriter;
using bench::Field;
using bench::FieldKind;
using Send = std::function<void(const drogon::HttpResponsePtr&)>;

const std::string kPatientColumns =
    "id, user_id, first_name, last_name, birth_date, gender, email, phone, notes, weight, height, created_at";
const std::string kConsultationColumns =
    "id, patient_id, user_id, created_at, audio_url, transcription, medical_report, gdpr_consent, visita, "
    "duration_seconds, motivo_visita, storia_medica, storia_ponderale, abitudini_alimentari, attivita_fisica, "
    "fattori_psi, esami_parametri, punti_critici, note_specialista, evidence, reviewed_at, reviewed_by";

/// As long as the answer to a sign-in, with the refresh token where it stands there.
const std::string kSession = R"({"access_token":")" + std::string(900, 'x') + R"(","refresh_token":")" +
                             std::string(64, 'x') + R"(","user":")" + std::string(1000, 'x') + "\"}";

FieldKind KindOf(std::string_view column) {
  constexpr std::string_view kPlain =
      " id user_id patient_id created_at audio_url visita first_name last_name birth_date gender email phone "
      "reviewed_at reviewed_by ";
  if (column == "weight" || column == "height") return FieldKind::kReal;
  if (column == "duration_seconds") return FieldKind::kInteger;
  if (column == "gdpr_consent") return FieldKind::kBoolean;
  if (column == "evidence") return FieldKind::kSealedJson;
  const bool is_plain = kPlain.find(" " + std::string(column) + " ") != std::string_view::npos;
  return is_plain ? FieldKind::kText : FieldKind::kSealed;
}

/// The fields of a table, and the same columns with an alias for the query.
void AddFields(const std::string& table, std::string_view columns, char alias, std::vector<Field>& fields,
               std::string& selected) {
  const int id_column = static_cast<int>(
      std::ranges::count_if(fields, [](const Field& field) { return field.kind != FieldKind::kObject; }));
  bool is_first = true;
  while (!columns.empty()) {
    const std::string column(columns.substr(0, columns.find(", ")));
    columns.remove_prefix(std::min(columns.size(), column.size() + 2));
    fields.push_back({.key = (is_first ? "{\"" : ",\"") + column + "\":",
                      .kind = KindOf(column),
                      .place = table + "." + column + ":",
                      .id_column = id_column});
    selected += (selected.empty() ? "" : ", ") + std::string{alias, '.'} + column;
    is_first = false;
  }
}

drogon::HttpResponsePtr Answer(drogon::HttpStatusCode status, std::string body) {
  const auto response = drogon::HttpResponse::newHttpResponse(status, drogon::CT_APPLICATION_JSON);
  response->setBody(std::move(body));
  return response;
}

/// Gives an answer back to the loop that the request came from.
std::function<void()> Later(Send send, drogon::HttpStatusCode status, std::string body) {
  auto* loop = trantor::EventLoop::getEventLoopOfCurrentThread();
  return [loop, send = std::move(send), status, body = std::move(body)] {
    loop->queueInLoop([send, status, body] { send(Answer(status, body)); });
  };
}

/// One ES256 signature, as an access token has.
std::string Sign(EVP_PKEY* key, const std::string& text) {
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  std::string signature(128, '\0');
  std::size_t length = signature.size();
  EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr, key);
  EVP_DigestSign(context.get(), reinterpret_cast<unsigned char*>(signature.data()), &length,
                 reinterpret_cast<const unsigned char*>(text.data()), text.size());
  signature.resize(length);
  return signature;
}

/// In the order of their ids, which are random: sessions that come one after the other stand on different pages, as
/// those of different doctors do.
std::vector<std::string> SessionsOf(const std::string& path, const std::string& user_id) {
  std::vector<std::string> ids;
  const platform::RowVisitor keep = [&ids](const platform::RowView& row) { ids.emplace_back(row.Text(0)); };
  platform::SqliteSession database(path, false);
  if (!database.Run("SELECT id FROM sessions WHERE account_id = $1 ORDER BY id", {user_id}, keep) || ids.empty()) {
    throw std::runtime_error("no sessions in " + path);
  }
  return ids;
}

class BareServer {
 public:
  BareServer(std::string path, std::string user_id, platform::SealingKey key)
      : path_(std::move(path)),
        user_id_(std::move(user_id)),
        key_(std::move(key)),
        sessions_(SessionsOf(path_, user_id_)),
        writer_(path_) {}

  void AddReads() {
    std::vector<Field> patients;
    std::string columns;
    AddFields("patients", kPatientColumns, 'p', patients, columns);
    AddRead("/list",
            "SELECT " + columns +
                " FROM patients AS p WHERE p.user_id = ?1 ORDER BY p.last_name COLLATE italian, p.id LIMIT 50",
            patients);
    std::vector<Field> visits;
    std::string joined;
    AddFields("consultations", kConsultationColumns, 'c', visits, joined);
    visits.push_back({.key = ",\"patients\":", .kind = FieldKind::kObject});
    AddFields("patients", kPatientColumns, 'p', visits, joined);
    AddRead("/consultations",
            "SELECT " + joined +
                " FROM consultations AS c LEFT JOIN patients AS p ON p.id = c.patient_id WHERE c.user_id = ?1 "
                "ORDER BY c.created_at DESC, c.id LIMIT 5",
            visits);
    auto count = [this](const drogon::HttpRequestPtr&, Send&& send) {
      thread_local BareReader reader(path_, "SELECT count(*) FROM patients WHERE user_id = ?1", user_id_, key_);
      const auto response = Answer(drogon::k200OK, "");
      response->addHeader("content-range", "0-49/" + std::to_string(reader.Count()));
      send(response);
    };
    drogon::app().registerHandler("/count", std::move(count), {drogon::Get, drogon::Head});
    auto same_bytes = [](const drogon::HttpRequestPtr&, Send&& send, std::size_t bytes) {
      thread_local std::map<std::size_t, std::string> texts;
      std::string& text = texts.try_emplace(bytes, bytes, 'x').first->second;
      send(Answer(drogon::k200OK, text));
    };
    drogon::app().registerHandler("/static/{bytes}", std::move(same_bytes));
  }

  void AddWrites() {
    auto insert = [this](const drogon::HttpRequestPtr& request, Send&& send) {
      const auto row = nlohmann::json::parse(request->body());
      BareWriter::Statement statement{
          "INSERT INTO patients (id, user_id, first_name, last_name, birth_date, gender, phone, created_at) VALUES "
          "(?1, ?2, ?3, ?4, ?5, ?6, ?7, strftime('%Y-%m-%dT%H:%M:%f', 'now') || '000+00:00')",
          {platform::NewUuid(), user_id_, row["first_name"], row["last_name"], row["birth_date"], row["gender"],
           row["phone"]}};
      writer_.Add({{std::move(statement)}, Later(std::move(send), drogon::k201Created, "")});
    };
    drogon::app().registerHandler("/insert", std::move(insert), {drogon::Post});
    auto update = [this](const drogon::HttpRequestPtr& request, Send&& send) {
      const auto row = nlohmann::json::parse(request->body());
      BareWriter::Statement statement{"UPDATE patients SET phone = ?1 WHERE id = ?2 AND user_id = ?3",
                                      {row["phone"], request->getParameter("id"), user_id_}};
      writer_.Add({{std::move(statement)}, Later(std::move(send), drogon::k204NoContent, "")});
    };
    drogon::app().registerHandler("/update", std::move(update), {drogon::Patch});
  }

  void AddSessions() {
    auto sign_in = [this](const drogon::HttpRequestPtr& request, Send&& send) {
      auto answer = Later(std::move(send), drogon::k200OK, kSession);
      hashing_.Post([this, password = std::string(nlohmann::json::parse(request->body())["password"]),
                     answer = std::move(answer)]() mutable {
        if (crypto_pwhash_str_verify(hash_.c_str(), password.data(), password.size()) != 0) std::abort();
        static_cast<void>(Sign(signing_key_.get(), std::string(700, 'x')));
        const std::string id = platform::NewUuid();
        writer_.Add({{{"INSERT INTO sessions (id, account_id, aal, amr, created_at, refreshed_at) VALUES (?1, ?2, "
                       "'aal1', '[]', unixepoch(), unixepoch())",
                       {id, user_id_}},
                      {"UPDATE accounts SET last_sign_in_at = unixepoch() WHERE id = ?1", {user_id_}},
                      {"UPDATE identities SET last_sign_in_at = unixepoch() WHERE account_id = ?1", {user_id_}},
                      {"INSERT INTO audit_log (id, account_id, event, address, created_at) VALUES (?1, ?2, "
                       "'signed_in', '127.0.0.1', unixepoch())",
                       {id, user_id_}}},
                     std::move(answer)});
      });
    };
    drogon::app().registerHandler("/sign-in", std::move(sign_in), {drogon::Post});
    auto refresh = [this](const drogon::HttpRequestPtr& request, Send&& send) {
      const auto body = nlohmann::json::parse(request->body());
      if (!body.contains("refresh_token")) std::abort();
      static_cast<void>(Sign(signing_key_.get(), std::string(700, 'x')));
      // What decides about a refresh, and what its answer shows: the session, the account, its identities and factors.
      const std::string& session = sessions_[next_session_++ % sessions_.size()];
      writer_.Add({{{"SELECT * FROM sessions WHERE id = ?1", {session}},
                    {"SELECT * FROM accounts WHERE id = ?1", {user_id_}},
                    {"SELECT * FROM identities WHERE account_id = ?1 ORDER BY created_at, id", {user_id_}},
                    {"SELECT * FROM factors WHERE account_id = ?1 ORDER BY created_at, id", {user_id_}},
                    {"UPDATE sessions SET refresh_counter = refresh_counter + 1, refreshed_at = unixepoch() WHERE id = "
                     "?1",
                     {session}}},
                   Later(std::move(send), drogon::k200OK, kSession)});
    };
    drogon::app().registerHandler("/refresh", std::move(refresh), {drogon::Post});
  }

 private:
  void AddRead(const std::string& path, const std::string& query, const std::vector<Field>& fields) {
    auto answer = [this, path, query, fields](const drogon::HttpRequestPtr&, Send&& send) {
      thread_local std::map<std::string, std::unique_ptr<BareReader>> readers;
      auto& reader = readers[path];
      if (!reader) reader = std::make_unique<BareReader>(path_, query, user_id_, key_);
      send(Answer(drogon::k200OK, reader->Read(fields)));
    };
    drogon::app().registerHandler(path, std::move(answer), {drogon::Get});
  }

  static std::string Hash() {
    std::string hash(crypto_pwhash_STRBYTES, '\0');
    constexpr std::string_view kPassword = "Segreta1";
    // The same cost as auth/passwords.cc.
    if (crypto_pwhash_str(hash.data(), kPassword.data(), kPassword.size(), 2, 19U << 20) != 0) std::abort();
    return hash;
  }

  const std::string path_;
  const std::string user_id_;
  const platform::SealingKey key_;
  const std::string hash_ = Hash();
  const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> signing_key_{EVP_EC_gen("P-256"), EVP_PKEY_free};
  const std::vector<std::string> sessions_;  // of the doctor: they are refreshed in turn
  std::atomic<std::size_t> next_session_{0};
  BareWriter writer_;
  platform::WorkerPool hashing_{"passwords", std::thread::hardware_concurrency()};
};

void Copy(const std::string& from, const std::string& to) {
  platform::SqliteSession source(from, true);
  if (!source.Script("VACUUM INTO '" + to + "'")) throw std::runtime_error("cannot copy " + from);
}

platform::SealingKey KeyOf(const std::string& path, const std::string& key_file, const std::string& user_id) {
  platform::SqliteDatabase database(path);
  platform::KeyRing keys(database, *platform::MasterKey::LoadOrCreate(key_file));
  return *platform::BlockOn(keys.KeyOf(user_id));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) return EXIT_FAILURE;
  const std::string copy = argv[3], user_id = argv[4];
  Copy(argv[1], copy);
  BareServer server(copy, user_id, KeyOf(copy, argv[2], user_id));
  server.AddReads();
  server.AddWrites();
  server.AddSessions();
  const auto port = static_cast<std::uint16_t>(std::strtoul(argv[5], nullptr, 10));
  drogon::app()
      .enableGzip(false)
      .addListener("127.0.0.1", port)
      .setThreadNum(std::thread::hardware_concurrency())
      .run();
  return EXIT_SUCCESS;
}
