#include "support/auth_app.h"

#include <sodium.h>

#include <stdexcept>

#include "auth/routes.h"
#include "platform/task.h"

namespace scriba::testing {
namespace {

platform::MasterKey NewMasterKey() {
  if (sodium_init() < 0) throw std::runtime_error("libsodium does not start");
  platform::KeyBytes key{};
  randombytes_buf(key.data(), key.size());
  return platform::MasterKey(key);
}

platform::Config InFolder(platform::Config config, const std::filesystem::path& folder) {
  config.data_dir = folder;
  return config;
}

}  // namespace

platform::Config AuthApp::DefaultConfig() {
  platform::Config config;
  config.rate_limits = false;
  return config;
}

AuthApp::AuthApp(platform::Config config)
    : config_(InFolder(std::move(config), database_.folder())),
      master_(NewMasterKey()),
      runner_(*database_, clock_, {}),
      service_(*database_, config_, clock_, master_, workers_, runner_) {
  const auto started = platform::BlockOn(service_.Start());
  if (!started) throw std::runtime_error("sign-in does not start: " + started.error().message);
  auth::AddAuthRoutes(router_, service_);
}

platform::Headers AuthApp::AnonHeaders() const {
  return {{"apikey", service_.public_key()}, {"authorization", "Bearer " + service_.public_key()}};
}

platform::Headers AuthApp::ServiceHeaders() const {
  return {{"apikey", service_.service_key()}, {"authorization", "Bearer " + service_.service_key()}};
}

platform::Headers AuthApp::HeadersFor(const std::string& access_token) const {
  return {{"apikey", service_.public_key()}, {"authorization", "Bearer " + access_token}};
}

TestUser AuthApp::SignUp(const std::string& email) {
  const nlohmann::json body{{"email", email}, {"password", kTestPassword}, {"data", {{"full_name", "Anna Verdi"}}}};
  return UserFrom(Auth(platform::Method::kPost, "/signup", body));
}

TestUser AuthApp::SignIn(const std::string& email, const std::string& password) {
  return UserFrom(
      Auth(platform::Method::kPost, "/token?grant_type=password", {{"email", email}, {"password", password}}));
}

void AuthApp::SetRole(const std::string& user_id, const std::string& role) {
  std::vector<platform::Value> fields{user_id, role};
  const auto set = platform::BlockOn(database_->Execute("UPDATE users SET role = $2 WHERE id = $1", std::move(fields)));
  if (!set) throw std::runtime_error(set.error().message);
}

platform::Response AuthApp::Auth(platform::Method method, const std::string& path, const nlohmann::json& body,
                                 platform::Headers headers) {
  if (headers.empty()) headers = AnonHeaders();
  auto response = SendJson(router_, method, "/auth/v1" + path, std::move(headers), body);
  SendMails();
  return response;
}

void AuthApp::SendMails() {
  for (const auto& job : Query("SELECT key FROM jobs WHERE kind = 'waiting_mail'")) {
    const auto outcome = service_.waiting_mails().Run({.kind = auth::kWaitingMailJob, .key = job.Text(0)}, {});
    if (outcome.again_after) throw std::runtime_error("a mail was not taken");
    static_cast<void>(platform::BlockOn(
        database_->Execute("DELETE FROM jobs WHERE kind = 'waiting_mail' AND key = $1", {job.Text(0)})));
  }
}

std::size_t AuthApp::MailCount() {
  SendMails();
  return ReadOutbox(folder()).size();
}

OutboxMail AuthApp::MailTo(const std::string& email) {
  SendMails();
  auto mails = ReadOutbox(folder());
  for (auto mail = mails.rbegin(); mail != mails.rend(); ++mail) {
    if (mail->to == email) return std::move(*mail);
  }
  throw std::runtime_error("no mail to " + email);
}

platform::Response AuthApp::Open(const std::string& link) {
  if (!link.starts_with(config_.public_url)) throw std::runtime_error("a link to elsewhere: " + link);
  return Send(router_, platform::Method::kGet, link.substr(config_.public_url.size()));
}

platform::Rows AuthApp::Query(const std::string& sql, std::vector<platform::Value> parameters) {
  auto rows = platform::BlockOn(database_->Query(sql, std::move(parameters)));
  if (!rows) throw std::runtime_error(rows.error().message);
  return std::move(*rows);
}

TestUser AuthApp::UserFrom(const platform::Response& response) const {
  const auto session = JsonOf(response);
  if (response.status != 200 || !session.contains("access_token"))
    throw std::runtime_error("no session: " + response.body);
  TestUser user{.id = session["user"]["id"],
                .email = session["user"]["email"],
                .access_token = session["access_token"],
                .refresh_token = session["refresh_token"],
                .headers = {}};
  user.headers = HeadersFor(user.access_token);
  return user;
}

}  // namespace scriba::testing
