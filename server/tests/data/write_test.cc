#include <gmock/gmock.h>

#include "platform/ids.h"
#include "support/data/data_app.h"

namespace scriba::testing {
namespace {

using nlohmann::json;
using platform::Headers;
using platform::Method;

const Headers kShow{{"prefer", "return=representation"}};

class WriteTest : public ::testing::Test {
 protected:
  platform::Response Send(Method method, const std::string& target, const json& body, Headers more = {}) {
    return app_.As("anna", method, target, body.is_null() ? "" : body.dump(), std::move(more));
  }
  std::int64_t Count(const std::string& table) {
    return app_.auth().Query("SELECT count(*) FROM " + table).at(0).Int(0);
  }
  static std::string CodeOf(const platform::Response& response) { return JsonOf(response).value("code", ""); }

  DataApp app_;
};

const json kPatient{{"first_name", "Ugo"}, {"last_name", "Neri"}, {"birth_date", "1970-05-06"}, {"gender", "male"}};

TEST_F(WriteTest, InsertsWithoutABodyInTheAnswer) {
  const auto response = Send(Method::kPost, "patients", kPatient);
  EXPECT_EQ(response.status, 201);
  EXPECT_EQ(response.body, "");
  EXPECT_EQ(app_.auth().Query("SELECT user_id FROM patients").at(0).Text(0), app_.User("anna").id);
}

TEST_F(WriteTest, ShowsTheInsertedRowsInTheirOrder) {
  json second = kPatient;
  second["last_name"] = "Blu";
  const auto response =
      Send(Method::kPost, "patients?select=last_name&columns=\"first_name\",\"last_name\",\"birth_date\",\"gender\"",
           json::array({kPatient, second}), {{"prefer", "return=representation,count=exact"}});
  EXPECT_EQ(response.status, 201);
  EXPECT_EQ(response.body, R"([{"last_name":"Neri"},{"last_name":"Blu"}])");
  EXPECT_EQ(HeaderOf(response, "content-range"), "*/2");
}

TEST_F(WriteTest, TellsWhereTheNewRowIs) {
  json row = kPatient;
  row["id"] = "6F9619FF-8B86-4011-B42D-00C04FC964FF";
  const auto response = Send(Method::kPost, "patients", row, {{"prefer", "return=headers-only"}});
  EXPECT_EQ(HeaderOf(response, "location"), "/patients?id=eq.6f9619ff-8b86-4011-b42d-00c04fc964ff");
  EXPECT_EQ(CodeOf(Send(Method::kPost, "patients", row)), "23505");
}

TEST_F(WriteTest, RefusesBadRowsWholeAndByName) {
  struct Case {
    json change;
    std::string code;
  };
  const std::vector<Case> cases{{{{"weight", 501}}, "23514"},
                                {{{"weight", "heavy"}}, "22P02"},
                                {{{"gender", "unknown"}}, "23514"},
                                {{{"birth_date", nullptr}}, "23502"},
                                {{{"birth_date", "soon"}}, "22007"},
                                {{{"colour", "red"}}, "PGRST204"},
                                {{{"last_name", std::string(1001, 'x')}}, "22001"}};
  for (const Case& bad : cases) {
    json row = kPatient;
    row.update(bad.change);
    const auto response = Send(Method::kPost, "patients", json::array({kPatient, row}));
    const bool is_ragged = row.size() != kPatient.size();
    EXPECT_EQ(CodeOf(response), is_ragged ? "PGRST102" : bad.code) << response.body;
    EXPECT_EQ(CodeOf(Send(Method::kPost, "patients", row)), bad.code) << row;
  }
  EXPECT_EQ(CodeOf(app_.As("anna", Method::kPost, "patients", "{nope")), "PGRST102");
  EXPECT_EQ(CodeOf(app_.As("anna", Method::kPost, "patients", "[1]")), "PGRST102");
  EXPECT_EQ(CodeOf(app_.As("anna", Method::kPost, "patients", std::string(200000, '['))), "PGRST102");
  json zero = kPatient;
  zero["last_name"] = std::string("a\0", 2);
  EXPECT_EQ(CodeOf(Send(Method::kPost, "patients", zero)), "22P02");
  EXPECT_EQ(Count("patients"), 0);
}

TEST_F(WriteTest, FillsMissingKeysOfABulkInsertWithNullOrTheDefault) {
  const json patient = app_.AddPatient("anna");
  const json rows{{{"patient_id", patient["id"]}, {"visita", "visita_controllo"}}, {{"patient_id", patient["id"]}}};
  const std::string target = "consultations?select=visita&columns=\"patient_id\",\"visita\"";
  EXPECT_EQ(CodeOf(Send(Method::kPost, target, rows, kShow)), "23502");
  EXPECT_EQ(Send(Method::kPost, target, rows, {{"prefer", "return=representation,missing=default"}}).body,
            R"([{"visita":"visita_controllo"},{"visita":"prima_visita"}])");
}

TEST_F(WriteTest, UpdatesOnlyWhatTheFilterMeans) {
  const json first = app_.AddPatient("anna", {{"last_name", "A"}, {"notes", "prima"}});
  app_.AddPatient("anna", {{"last_name", "B"}, {"notes", "prima"}});
  const std::string which = "patients?select=last_name,notes&id=eq." + first["id"].get<std::string>();
  EXPECT_EQ(Send(Method::kPatch, which, {{"notes", "dopo"}}, kShow).body, R"([{"last_name":"A","notes":"dopo"}])");
  EXPECT_EQ(app_.As("anna", Method::kGet, "patients?select=notes&last_name=eq.B").body, R"([{"notes":"prima"}])");
  const auto silent = Send(Method::kPatch, which, {{"notes", nullptr}});
  EXPECT_EQ(silent.status, 204);
  EXPECT_EQ(silent.body, "");
  EXPECT_EQ(app_.As("anna", Method::kGet, which).body, R"([{"last_name":"A","notes":null}])");
  const auto nothing = Send(Method::kPatch, "patients?last_name=eq.Nobody", {{"notes", "x"}}, kShow);
  EXPECT_EQ(nothing.status, 200);
  EXPECT_EQ(nothing.body, "[]");
}

TEST_F(WriteTest, ShowsAnUpdatedRowThatLeftTheFilter) {
  app_.AddPatient("anna", {{"last_name", "A"}});
  EXPECT_EQ(Send(Method::kPatch, "patients?select=last_name&last_name=eq.A", {{"last_name", "B"}}, kShow).body,
            R"([{"last_name":"B"}])");
}

TEST_F(WriteTest, RefusesToWriteWithoutAFilter) {
  app_.AddPatient("anna");
  EXPECT_EQ(CodeOf(Send(Method::kPatch, "patients", {{"notes", "x"}})), "21000");
  EXPECT_EQ(CodeOf(Send(Method::kDelete, "patients?select=id&limit=1", nullptr)), "21000");
  EXPECT_EQ(Count("patients"), 1);
}

TEST_F(WriteTest, WritesNothingWhereMoreRowsMeetTheFiltersThanTheLimit) {
  app_.AddPatient("anna", {{"last_name", "A"}, {"phone", "1"}});
  app_.AddPatient("anna", {{"last_name", "A"}, {"phone", "1"}});
  for (const char* limit : {"limit=1", "limit=0", "order=id&limit=1&offset=1"}) {
    const std::string which = "patients?last_name=eq.A&" + std::string(limit);
    EXPECT_EQ(CodeOf(Send(Method::kPatch, which, {{"phone", "2"}})), "PGRST127");
    EXPECT_EQ(CodeOf(Send(Method::kPatch, which, {{"phone", "2"}}, kShow)), "PGRST127");
    EXPECT_EQ(CodeOf(Send(Method::kDelete, which, nullptr)), "PGRST127");
  }
  EXPECT_EQ(Count("patients WHERE phone = '1'"), 2);
  EXPECT_EQ(Send(Method::kPatch, "patients?last_name=eq.A&limit=2", {{"phone", "2"}}).status, 204);
  EXPECT_EQ(Send(Method::kDelete, "patients?last_name=eq.A&limit=5", nullptr).status, 204);
  EXPECT_EQ(Count("patients"), 0);
}

TEST_F(WriteTest, TakesAnUnchangedIdAndNoOther) {
  const json patient = app_.AddPatient("anna");
  const std::string which = "patients?id=eq." + patient["id"].get<std::string>();
  EXPECT_EQ(Send(Method::kPatch, which, patient).status, 204);
  EXPECT_EQ(CodeOf(Send(Method::kPatch, which, {{"id", "6f9619ff-8b86-4011-b42d-00c04fc964ff"}})), "42501");
}

TEST_F(WriteTest, DeletesAndShowsWhatWas) {
  app_.AddPatient("anna", {{"last_name", "A"}, {"notes", "nota"}});
  const auto response = Send(Method::kDelete, "patients?select=notes&last_name=eq.A", nullptr,
                             {{"prefer", "return=representation,count=exact"}});
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body, R"([{"notes":"nota"}])");
  EXPECT_EQ(HeaderOf(response, "content-range"), "*/1");
  EXPECT_EQ(Count("patients"), 0);
}

TEST_F(WriteTest, KeepsAPatientWhoHasConsultations) {
  const json patient = app_.AddPatient("anna");
  app_.Insert("anna", "consultations", {{"patient_id", patient["id"]}});
  const std::string id = patient["id"];
  const auto refused = Send(Method::kDelete, "patients?id=eq." + id, nullptr);
  EXPECT_EQ(refused.status, 409);
  EXPECT_EQ(CodeOf(refused), "23503");
  EXPECT_EQ(Send(Method::kDelete, "consultations?patient_id=eq." + id, nullptr).status, 204);
  EXPECT_EQ(Send(Method::kDelete, "patients?id=eq." + id, nullptr).status, 204);
}

TEST_F(WriteTest, UndoesAWriteThatTouchesMoreThanAllowed) {
  app_.AddPatient("anna");
  app_.AddPatient("anna");
  const auto many =
      Send(Method::kDelete, "patients?last_name=eq.Rossi", nullptr, {{"accept", "application/vnd.pgrst.object+json"}});
  EXPECT_EQ(many.status, 406);
  EXPECT_EQ(CodeOf(many), "PGRST116");
  const auto most = Send(Method::kPatch, "patients?last_name=eq.Rossi", {{"notes", "x"}},
                         {{"prefer", "handling=strict,max-affected=1"}});
  EXPECT_EQ(CodeOf(most), "PGRST124");
  EXPECT_EQ(Count("patients WHERE notes IS NULL"), 2);
  EXPECT_EQ(CodeOf(Send(Method::kPatch, "patients?id=is.null", {{"notes", "x"}},
                        {{"prefer", "handling=strict,tx=rollback"}})),
            "PGRST122")
      << "what is promised to be undone must not be written";
  EXPECT_EQ(
      CodeOf(Send(Method::kPatch, "patients?id=is.null", {{"notes", "x"}}, {{"prefer", "handling=strict,colour=red"}})),
      "PGRST122");
}

TEST_F(WriteTest, MergesOrIgnoresDuplicates) {
  json row = app_.AddPatient("anna", {{"last_name", "A"}, {"notes", "prima"}});
  const json changed{{"id", row["id"]},  {"user_id", row["user_id"]},  {"first_name", "X"},
                     {"last_name", "B"}, {"birth_date", "1980-01-31"}, {"gender", "other"}};
  const auto ignored = Send(Method::kPost, "patients?select=last_name", changed,
                            {{"prefer", "resolution=ignore-duplicates,return=representation"}});
  EXPECT_EQ(ignored.status, 200);
  EXPECT_EQ(ignored.body, "[]");
  const auto merged = Send(Method::kPost, "patients?select=last_name,notes&on_conflict=id", changed,
                           {{"prefer", "resolution=merge-duplicates,return=representation"}});
  EXPECT_EQ(merged.status, 200) << merged.body;
  EXPECT_EQ(merged.body, R"([{"last_name":"B","notes":"prima"}])");
  EXPECT_EQ(Send(Method::kPost, "patients", kPatient, {{"prefer", "resolution=merge-duplicates"}}).status, 201);
  EXPECT_EQ(CodeOf(Send(Method::kPost, "patients?on_conflict=last_name", kPatient,
                        {{"prefer", "resolution=merge-duplicates"}})),
            "PGRST100");
}

TEST_F(WriteTest, StoresEvidenceAsJson) {
  const json patient = app_.AddPatient("anna");
  const json evidence{{"statements", json::array({{{"section", "motivo_visita"}, {"text", "tosse"}}})}};
  const json row = app_.Insert("anna", "consultations", {{"patient_id", patient["id"]}, {"evidence", evidence}});
  EXPECT_EQ(row["evidence"], evidence);
}

TEST_F(WriteTest, AnswersOtherMethodsAndBodiesWithAClearRefusal) {
  EXPECT_EQ(Send(Method::kPut, "patients?id=eq.1", kPatient).status, 405);
  EXPECT_EQ(CodeOf(app_.As("anna", Method::kPost, "patients", "a=b",
                           {{"content-type", "application/x-www-form-urlencoded"}})),
            "PGRST102");
  EXPECT_EQ(app_.As("anna", Method::kGet, "patients?last_name=eq." + std::string(20000, 'x')).status, 414);
  EXPECT_EQ(app_.As("anna", Method::kPost, "patients", "\"" + std::string((10U << 20) + 1, 'x') + "\"").status, 413);
}

// An update that runs holds up every other writer, sound that arrives included.
TEST_F(WriteTest, ChangesThatSearchLongAreGivenUpAndChangeNothing) {
  if (app_.database().dialect() != platform::Dialect::kSqlite) GTEST_SKIP() << "the other engine has its own deadline";
  const std::string id = app_.AddPatient("anna")["id"];
  for (int copy = 0; copy < 60; ++copy) {
    std::vector<platform::Value> values{platform::NewUuid(), std::string(200'000, 'x'), id};
    ASSERT_TRUE(platform::BlockOn(app_.database().Execute(
        "INSERT INTO patients (id, user_id, first_name, last_name, birth_date, gender, created_at) "
        "SELECT $1, user_id, $2, last_name, birth_date, gender, created_at FROM patients WHERE id = $3",
        std::move(values))));
  }
  std::string filter = "or=(";
  for (int term = 0; term < 250; ++term) filter += "first_name.ilike.*y" + std::to_string(term) + "*,";
  filter += "last_name.eq.nobody)";
  EXPECT_EQ(CodeOf(Send(Method::kPatch, "patients?" + filter, {{"notes", "x"}, {"weight", 80}})), "57014");
  EXPECT_EQ(CodeOf(Send(Method::kPatch, "patients?" + filter, {{"weight", 80}})), "57014");
  EXPECT_EQ(CodeOf(Send(Method::kDelete, "patients?" + filter, nullptr)), "57014");
  EXPECT_EQ(Count("patients WHERE weight = 80"), 0);
}

}  // namespace
}  // namespace scriba::testing
