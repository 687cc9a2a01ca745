// The tables on the wire: /rest/v1 in the protocol of PostgREST, as far as supabase-js and its integrators use it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "auth/caller.h"
#include "auth/procedure.h"
#include "data/actor.h"
#include "data/known_queries.h"
#include "data/preferences.h"
#include "data/query.h"
#include "platform/clock.h"
#include "platform/crypto/sealing.h"
#include "platform/db/database.h"
#include "platform/http/router.h"

namespace scriba::data {

inline constexpr std::size_t kMostBodyBytes = 10U << 20;

/// A request for a table, read and understood.
struct TableRequest {
  const platform::Request& http;
  Actor actor;
  const Table* table = nullptr;
  const Query& query;
  Preferences preferences;
  Accepted accepted;
};

/// Answers /rest/v1. Safe on every thread.
class DataService {
 public:
  DataService(platform::Database& database, platform::KeyRing& keys, const platform::Clock& clock,
              auth::Authenticator& authenticator)
      : database_(database), keys_(keys), clock_(clock), authenticator_(authenticator) {}

  /// Before the first request.
  void AddProcedure(auth::Procedure procedure) { procedures_.push_back(std::move(procedure)); }

  platform::Task<platform::Response> ServeTable(const platform::Request& request);
  platform::Task<platform::Response> ServeProcedure(const platform::Request& request);

  /// Whether a large body is worth reading: tables are changed by those who are signed in. Errors: of the
  /// authenticator, kNotPermitted.
  platform::Task<platform::Result<std::string>> Admit(const platform::Request& request);

 private:
  using Answer = platform::Task<platform::Result<platform::Response>>;

  Answer RunTable(const platform::Request& request, Actor& actor);
  Answer RunProcedure(const platform::Request& request, Actor& actor);
  /// Who asks. Looks up the role of a signed-in user if `needs_role`; otherwise a user counts as a doctor.
  platform::Task<platform::Result<Actor>> Identify(const platform::Request& request, bool needs_role);

  /// The actor's own key for sealed columns, if there is need of it.
  platform::Task<platform::Result<std::optional<platform::SealingKey>>> KeyFor(const Actor& actor, bool is_needed);

  Answer Select(TableRequest request);  // select.cc
  Answer Insert(TableRequest request);  // insert.cc
  Answer Update(TableRequest request);  // update.cc
  Answer Remove(TableRequest request);  // remove.cc

  platform::Database& database_;
  platform::KeyRing& keys_;
  const platform::Clock& clock_;
  auth::Authenticator& authenticator_;
  KnownQueries queries_;
  std::vector<auth::Procedure> procedures_;
};

/// Puts /rest/v1 on the router.
void AddDataRoutes(platform::Router& router, DataService& service);

}  // namespace scriba::data
