// The table surface on a fresh database, with doctors who sign in for real.
#pragma once

#include <map>
#include <string>

#include "administration/procedures.h"
#include "billing/procedures.h"
#include "billing/subscriptions.h"
#include "data/data_service.h"
#include "platform/crypto/sealing.h"
#include "support/auth_app.h"

namespace scriba::testing {

/// The clock stands at the system's time: the database's triggers read the system's.
class DataApp {
 public:
  DataApp();

  AuthApp& auth() { return auth_; }
  platform::Database& database() { return auth_.database(); }
  platform::KeyRing& keys() { return keys_; }
  platform::Router& router() { return auth_.router(); }
  FakeClock& clock() { return auth_.clock(); }
  billing::Subscriptions& subscriptions() { return subscriptions_; }
  data::DataService& service() { return service_; }

  /// Anna and Bruno are doctors; Ada is an admin, Sara a superadmin. Signed up on first mention.
  const TestUser& User(const std::string& name);
  /// The headers of one of them, of "anon" or of "service".
  platform::Headers HeadersOf(const std::string& name);

  /// One request to /rest/v1 as somebody: `target` begins with the table.
  platform::Response As(const std::string& name, platform::Method method, const std::string& target,
                        const std::string& body = {}, platform::Headers more = {});

  /// Inserts a row through the surface and answers it. Throws when that is refused.
  nlohmann::json Insert(const std::string& name, const std::string& table, const nlohmann::json& row);
  /// A patient of that doctor, with the fields given over invented ones.
  nlohmann::json AddPatient(const std::string& name, const nlohmann::json& fields = nlohmann::json::object());

 private:
  AuthApp auth_;
  platform::KeyRing keys_;
  platform::WorkerPool readers_{"long-reads", 1};
  billing::Subscriptions subscriptions_;
  data::DataService service_;
  platform::JobRunner runner_;  // never started: tests run the jobs that they are about
  administration::Announcements announcements_;
  const administration::Parts administration_parts_;
  std::map<std::string, TestUser> users_;
};

}  // namespace scriba::testing
