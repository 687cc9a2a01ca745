#include <gmock/gmock.h>

#include "support/data/data_app.h"

namespace scriba::testing {
namespace {

using nlohmann::json;
using platform::Method;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> Names(const platform::Response& response, const std::string& key = "last_name") {
  std::vector<std::string> names;
  for (const json& row : JsonOf(response)) names.push_back(row.at(key));
  return names;
}

class SelectTest : public ::testing::Test {
 protected:
  platform::Response Get(const std::string& target, platform::Headers more = {}) {
    return app_.As("anna", Method::kGet, target, {}, std::move(more));
  }

  DataApp app_;
};

TEST_F(SelectTest, AnswersTheColumnsAskedForInTheirOrder) {
  app_.AddPatient("anna", {{"last_name", "D'Angelo"}, {"weight", 72.5}, {"notes", "cefalea\n\"forte\""}});
  const auto response = Get("patients?select=last_name,weight,notes,height,gender");
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body,
            R"([{"last_name":"D'Angelo","weight":72.5,"notes":"cefalea\n\"forte\"","height":null,"gender":"female"}])");
}

TEST_F(SelectTest, KeepsSealedTextUnreadableInTheDatabase) {
  app_.AddPatient("anna", {{"notes", "allergia alla penicillina"}});
  const auto rows = app_.auth().Query("SELECT notes FROM patients");
  EXPECT_THAT(rows.at(0).Bytes(0), ::testing::Not(HasSubstr("penicillina")));
  EXPECT_EQ(Names(Get("patients?select=notes"), "notes"), std::vector<std::string>{"allergia alla penicillina"});
}

TEST_F(SelectTest, OrdersNamesWithoutRegardToCaseAndAccents) {
  for (const char* name : {"rossi", "Àlvarez", "Zanetti", "alvaro", "Rossi"})
    app_.AddPatient("anna", {{"last_name", name}});
  EXPECT_THAT(Names(Get("patients?select=last_name&order=last_name")),
              ElementsAre("Àlvarez", "alvaro", "Rossi", "rossi", "Zanetti"));
  EXPECT_THAT(Names(Get("patients?select=last_name&order=last_name.desc&limit=2")), ElementsAre("Zanetti", "rossi"));
}

TEST_F(SelectTest, PutsNullsLastWhenAscendingAndFirstWhenDescending) {
  app_.AddPatient("anna", {{"last_name", "B"}, {"email", "b@example.org"}});
  app_.AddPatient("anna", {{"last_name", "A"}});
  EXPECT_THAT(Names(Get("patients?select=last_name&order=email")), ElementsAre("B", "A"));
  EXPECT_THAT(Names(Get("patients?select=last_name&order=email.desc")), ElementsAre("A", "B"));
  EXPECT_THAT(Names(Get("patients?select=last_name&order=email.nullsfirst")), ElementsAre("A", "B"));
}

TEST_F(SelectTest, TakesEveryRepeatedKeyIntoAccount) {
  for (const char* date : {"1970-01-01", "1980-01-01", "1990-01-01"}) {
    app_.AddPatient("anna", {{"last_name", date}, {"birth_date", date}});
  }
  EXPECT_THAT(Names(Get("patients?select=last_name&birth_date=gte.1975-01-01&birth_date=lte.1985-01-01")),
              ElementsAre("1980-01-01"));
}

TEST_F(SelectTest, ReadsATopLevelValueToTheEndOfTheParameter) {
  app_.AddPatient("anna", {{"last_name", "D'Angelo, jr."}});
  EXPECT_THAT(Names(Get("patients?select=last_name&last_name=eq.D'Angelo,+jr.")), ElementsAre("D'Angelo, jr."));
}

TEST_F(SelectTest, FoldsUnicodeCaseInIlikeOnly) {
  app_.AddPatient("anna", {{"last_name", "Nicolò"}});
  EXPECT_THAT(Names(Get("patients?select=last_name&last_name=ilike.*NICOL%C3%92*")), ElementsAre("Nicolò"));
  EXPECT_THAT(Names(Get("patients?select=last_name&last_name=like.nicol*")), ElementsAre());
  EXPECT_THAT(Names(Get("patients?select=last_name&last_name=like.N_col%25")), ElementsAre("Nicolò"));
}

TEST_F(SelectTest, FoldsOneLetterToOneLetterOnBothEngines) {
  app_.AddPatient("anna", {{"last_name", "Groß"}});
  app_.AddPatient("anna", {{"last_name", "Gross"}});
  EXPECT_THAT(Names(Get("patients?select=last_name&last_name=ilike.GROSS")), ElementsAre("Gross"));
  EXPECT_THAT(Names(Get("patients?select=last_name&last_name=ilike.GRO%C3%9F")), ElementsAre("Groß"));
  EXPECT_THAT(Names(Get("patients?select=last_name&last_name=ilike.GRO%E1%BA%9E")), ElementsAre("Groß"));
}

TEST_F(SelectTest, JoinsAlternativesWithOr) {
  app_.AddPatient("anna", {{"last_name", "Rossi"}, {"first_name", "Ugo"}});
  app_.AddPatient("anna", {{"last_name", "Bianchi, sr."}, {"first_name", "Ada"}});
  app_.AddPatient("anna", {{"last_name", "Verdi"}, {"first_name", "Ivo"}});
  EXPECT_THAT(
      Names(Get("patients?select=last_name&order=last_name&or=(last_name.eq.\"Bianchi, sr.\",first_name.ilike.ug*)")),
      ElementsAre("Bianchi, sr.", "Rossi"));
  EXPECT_THAT(Names(Get("patients?select=last_name&not.or=(last_name.eq.Verdi,first_name.eq.Ugo)")),
              ElementsAre("Bianchi, sr."));
  EXPECT_THAT(
      Names(Get("patients?select=last_name&and=(first_name.neq.Ivo,or(last_name.eq.Rossi,last_name.eq.Verdi))")),
      ElementsAre("Rossi"));
}

TEST_F(SelectTest, FindsMembersOfAListWhoseQuotesAreNotEscaped) {
  app_.AddPatient("anna", {{"last_name", "il \"rosso\" no, ok"}});
  EXPECT_THAT(Names(Get("patients?select=last_name&last_name=in.(a,\"il \"rosso\" no, ok\")")),
              ElementsAre("il \"rosso\" no, ok"));
  EXPECT_THAT(Names(Get("patients?select=last_name&last_name=in.()")), ElementsAre());
}

TEST_F(SelectTest, NestsThePatientInTheConsultation) {
  const json patient = app_.AddPatient("anna", {{"last_name", "Verdi"}, {"notes", "nota"}});
  app_.Insert("anna", "consultations", {{"patient_id", patient["id"]}, {"motivo_visita", "tosse"}});
  const auto response = Get("consultations?select=motivo_visita,patient:patients(last_name,notes)");
  EXPECT_EQ(response.body, R"([{"motivo_visita":"tosse","patient":{"last_name":"Verdi","notes":"nota"}}])");
}

TEST_F(SelectTest, ListsTheConsultationsOfEachPatient) {
  const json first = app_.AddPatient("anna", {{"last_name", "A"}});
  app_.AddPatient("anna", {{"last_name", "B"}});
  for (const char* reason : {"uno", "due", "tre"}) {
    app_.Insert("anna", "consultations", {{"patient_id", first["id"]}, {"motivo_visita", reason}});
  }
  EXPECT_EQ(
      Get("patients?select=last_name,consultations(motivo_visita)&order=last_name").body,
      R"([{"last_name":"A","consultations":[{"motivo_visita":"uno"},{"motivo_visita":"due"},{"motivo_visita":"tre"}]},)"
      R"({"last_name":"B","consultations":[]}])");
  EXPECT_EQ(Get("patients?select=last_name,c:consultations(motivo_visita)&order=last_name&c.order=created_at.desc&c."
                "limit=1&c.offset=1")
                .body,
            R"([{"last_name":"A","c":[{"motivo_visita":"due"}]},{"last_name":"B","c":[]}])");
  EXPECT_EQ(Get("patients?select=last_name,consultations!inner()&consultations.visita=eq.prima_visita").body,
            R"([{"last_name":"A","consultations":[{},{},{}]}])");
}

TEST_F(SelectTest, EmptiesAnEmbedByItsFilterAndDropsTheParentOnlyWhenInner) {
  const json patient = app_.AddPatient("anna", {{"last_name", "Verdi"}});
  app_.Insert("anna", "consultations", {{"patient_id", patient["id"]}});
  EXPECT_EQ(Get("consultations?select=patient:patients(last_name)&patient.last_name=eq.X").body,
            R"([{"patient":null}])");
  EXPECT_EQ(Get("consultations?select=patient:patients!inner(last_name)&patient.last_name=eq.X").body, "[]");
  EXPECT_EQ(Get("consultations?select=visita,...patients(last_name)").body,
            R"([{"visita":"prima_visita","last_name":"Verdi"}])");
}

TEST_F(SelectTest, CountsBeyondThePage) {
  for (int i = 0; i < 5; ++i) app_.AddPatient("anna");
  auto response = Get("patients?select=id&limit=2&offset=1", {{"prefer", "count=exact"}});
  EXPECT_EQ(response.status, 206);
  EXPECT_EQ(HeaderOf(response, "content-range"), "1-2/5");
  response = Get("patients?select=id");
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(HeaderOf(response, "content-range"), "0-4/*");
  response = Get("patients?select=id&offset=9", {{"prefer", "count=exact"}});
  EXPECT_EQ(response.status, 416);
  EXPECT_EQ(JsonOf(response)["code"], "PGRST103");
  response = app_.As("anna", Method::kHead, "patients?select=*", {}, {{"prefer", "count=exact"}});
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(HeaderOf(response, "content-range"), "0-4/5");
  EXPECT_EQ(response.body, "");
  response = Get("patients?last_name=eq.Nobody", {{"prefer", "count=exact"}});
  EXPECT_EQ(HeaderOf(response, "content-range"), "*/0");
}

TEST_F(SelectTest, CutsThePageByTheRangeHeader) {
  for (const char* name : {"A", "B", "C", "D"}) app_.AddPatient("anna", {{"last_name", name}});
  const auto response =
      Get("patients?select=last_name&order=last_name&limit=3", {{"range", "1-5"}, {"range-unit", "items"}});
  EXPECT_THAT(Names(response), ElementsAre("B", "C"));
  EXPECT_EQ(HeaderOf(response, "content-range"), "1-2/*");
}

TEST_F(SelectTest, AnswersOneObjectOrRefuses) {
  const platform::Headers single{{"accept", "application/vnd.pgrst.object+json"}};
  EXPECT_EQ(Get("patients?select=last_name", single).status, 406);
  app_.AddPatient("anna");
  EXPECT_EQ(Get("patients?select=last_name", single).body, R"({"last_name":"Rossi"})");
  app_.AddPatient("anna");
  const auto response = Get("patients?select=last_name", single);
  EXPECT_EQ(response.status, 406);
  EXPECT_EQ(JsonOf(response),
            json::parse(R"({"code":"PGRST116","message":"Cannot coerce the result to a single JSON object",
      "details":"The result contains 2 rows","hint":null})"));
}

TEST_F(SelectTest, WritesTimesAndIdsInOneForm) {
  const json patient = app_.AddPatient("anna", {{"created_at", "2026-08-21 16:03:56.5+02"}, {"weight", 70}});
  EXPECT_EQ(patient["created_at"], "2026-08-21T14:03:56.500000+00:00");
  EXPECT_EQ(patient["birth_date"], "1980-01-31");
  EXPECT_EQ(patient["weight"].dump(), "70");
}

TEST_F(SelectTest, KnowsTheOtherNamesOfATypeInACast) {
  const json patient = app_.AddPatient("anna", {{"weight", 70}});
  app_.Insert("anna", "consultations", {{"patient_id", patient["id"]}, {"duration_seconds", 61}});
  const auto own = Get("consultations?select=duration_seconds::integer,gdpr_consent::boolean,visita::varchar");
  EXPECT_EQ(own.body, R"([{"duration_seconds":61,"gdpr_consent":false,"visita":"prima_visita"}])");
  EXPECT_EQ(Get("consultations?select=duration_seconds::varchar").body, R"([{"duration_seconds":"61"}])");
  EXPECT_EQ(Get("patients?select=weight::decimal").body, R"([{"weight":70}])");
}

TEST_F(SelectTest, NamesThePreferencesThatItFollows) {
  const auto applied = [&](std::string prefer) {
    return HeaderOf(Get("patients", {{"prefer", std::move(prefer)}}), "preference-applied");
  };
  EXPECT_EQ(applied("count=exact, max-affected=3"), "count=exact");
  EXPECT_EQ(applied("max-affected=3, handling=strict"), "max-affected=3, handling=strict");
}

// SQLite takes 2,000 terms in a statement, PostgreSQL more: both answer alike.
TEST_F(SelectTest, CountsTheTermsOfAllOrdersTogether) {
  const std::string many = [] {
    std::string terms = "order=id";
    for (int i = 1; i < 200; ++i) terms += ",id";
    return terms;
  }();
  EXPECT_EQ(Get("patients?" + many).status, 200);
  const auto refused = Get("patients?" + many + "&" + many);
  EXPECT_EQ(refused.status, 400);
  EXPECT_EQ(JsonOf(refused)["code"], "PGRST100");
}

TEST_F(SelectTest, RefusesWithTheCodeThatFits) {
  struct Case {
    std::string target;
    int status;
    std::string code;
  };
  const std::vector<Case> cases{
      {"patients?select=nope", 400, "42703"},
      {"patients?nope=eq.1", 400, "42703"},
      {"patients?order=nope", 400, "42703"},
      {"patients?select=id,", 400, "PGRST100"},
      {"patients?last_name=Rossi", 400, "PGRST100"},
      {"patients?limit=ten", 400, "PGRST100"},
      {"patients?limit=-1", 416, "PGRST103"},
      {"patients?offset=-1", 416, "PGRST103"},
      {"patients?id=eq.7", 400, "22P02"},
      {"patients?weight=gt.heavy", 400, "22P02"},
      {"consultations?gdpr_consent=is.maybe", 400, "PGRST100"},
      {"consultations?duration_seconds=eq.99999999999", 400, "22003"},
      {"patients?birth_date=eq.soon", 400, "22007"},
      {"patients?birth_date=eq.2026-13-01", 400, "22008"},
      {"patients?select=*,rooms(*)", 400, "PGRST200"},
      {"patients?rooms.id=eq.1", 400, "PGRST108"},
      {"patients?select=*,consultations(nope)", 400, "42703"},
      {"patients?select=*,consultations(*)&consultations.nope=eq.1", 400, "42703"},
      {"patients?select=*,consultations(*)&consultations.order=nope", 400, "42703"},
      {"patients?select=height::uuid", 400, "PGRST127"},
      {"patients?select=count()", 400, "PGRST123"},
      {"patients?select=weight.avg()", 400, "PGRST123"},
      {"patients?last_name=fts.rossi", 400, "PGRST127"},
      {"patients?notes=eq.x", 400, "PGRST127"},
      {"patients?last_name=not.not.eq.x", 400, "PGRST100"},
      {"patients?or=(last_name.not.not.eq.x)", 400, "PGRST100"},
      {"patients?order=notes", 400, "PGRST127"},
      {"patients?select=*,consultations(*)&order=consultations(created_at)", 400, "PGRST118"},
      {"accounts", 404, "PGRST205"},
      {"sqlite_master", 404, "PGRST205"},
      {"patients/1/2", 404, "PGRST125"},
      {"patients?last_name=eq.%FF", 400, "PGRST100"},
      {"patients?last_name=eq.a%00b", 400, "PGRST100"},
  };
  for (const Case& expected : cases) {
    SCOPED_TRACE(expected.target);
    const auto response = Get(expected.target);
    EXPECT_EQ(response.status, expected.status) << response.body;
    EXPECT_EQ(JsonOf(response).value("code", ""), expected.code) << response.body;
    EXPECT_EQ(JsonOf(response).size(), 4U) << response.body;
    EXPECT_EQ(app_.As("anna", Method::kHead, expected.target).status, expected.status) << "HEAD";
  }
  EXPECT_EQ(JsonOf(Get("patients", {{"accept", "text/html"}}))["code"], "PGRST107");
  EXPECT_EQ(JsonOf(Get("patients", {{"accept-profile", "auth"}}))["code"], "PGRST106");
  EXPECT_EQ(Get("patients", {{"accept", ";"}}).status, 406);
}

TEST_F(SelectTest, TakesAsManyTermsInAGroupAsBeside) {
  const auto group = [](int terms) {
    std::string text = "patients?or=(weight.eq.1";
    for (int i = 1; i < terms; ++i) text += ",weight.eq.1";
    return text + ")";
  };
  EXPECT_EQ(Get(group(256)).status, 200);
  const auto refused = Get(group(257));
  EXPECT_EQ(refused.status, 400);
  EXPECT_EQ(JsonOf(refused)["code"], "PGRST100");
}

}  // namespace
}  // namespace scriba::testing
