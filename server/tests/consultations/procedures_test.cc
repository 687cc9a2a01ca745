// The procedures over sealed consultations: the points of a patient's curves, and the search of the history.
#include "consultations/procedures.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <future>
#include <nlohmann/json.hpp>
#include <thread>

#include "consultations/consultation_search.h"
#include "consultations/recording.h"
#include "consultations/stored_measures.h"
#include "platform/ids.h"
#include "support/auth_app.h"

namespace scriba::consultations {
namespace {

using nlohmann::json;
using platform::Code;
using platform::Value;
using testing::TestUser;

class ProceduresTest : public ::testing::Test {
 protected:
  platform::Result<json> Call(const std::string& name, const TestUser& caller, const json& arguments) {
    for (const auth::Procedure& procedure : procedures_) {
      if (procedure.name != name) continue;
      return platform::BlockOn(procedure.call({.user_id = caller.id}, arguments));
    }
    throw std::runtime_error("no such procedure: " + name);
  }
  json Found(const std::string& search, int first = 0, int most = 25) {
    const auto found = Call("search_consultations", anna_, {{"search", search}, {"first", first}, {"most", most}});
    return found ? *found : json(found.error().message);
  }

  void Execute(const std::string& sql, std::vector<Value> values) {
    const auto done = platform::BlockOn(app_.database().Execute(sql, std::move(values)));
    if (!done) throw std::runtime_error(done.error().message + done.error().internal);
  }

  std::string AddPatient(const TestUser& doctor, const std::string& first, const std::string& last) {
    const std::string id = platform::NewUuid();
    Execute(
        "INSERT INTO patients (id, user_id, first_name, last_name, birth_date, gender, created_at) "
        "VALUES ($1, $2, $3, $4, '1970-01-01', 'female', '2026-01-01T00:00:00.000000+00:00')",
        {id, doctor.id, first, last});
    return id;
  }

  std::string AddVisit(const TestUser& doctor, const std::string& patient, const std::string& day,
                       const std::string& reason, const std::string& evidence = "{}") {
    const std::string id = platform::NewUuid();
    const auto key = platform::BlockOn(keys_.KeyOf(doctor.id));
    const auto sealed = [&](const std::string& text, const char* column) {
      return platform::Blob{key->Seal(text, PlaceOf("consultations", column, id))};
    };
    Execute(
        "INSERT INTO consultations (id, patient_id, user_id, created_at, motivo_visita, evidence) "
        "VALUES ($1, $2, $3, $4, $5, $6)",
        {id, patient, doctor.id, day + "T09:00:00.000000+00:00", sealed(reason, "motivo_visita"),
         sealed(evidence, "evidence")});
    return id;
  }

  testing::AuthApp app_;
  platform::KeyRing keys_{app_.database(), app_.master()};
  platform::WorkerPool searchers_{"searches", 1};
  const std::vector<auth::Procedure> procedures_ = Procedures(app_.database(), keys_, searchers_);
  const TestUser anna_ = app_.SignUp("anna@example.com");
  const TestUser bruno_ = app_.SignUp("bruno@example.com");
};

// Threads of the network answer everybody else meanwhile.
TEST_F(ProceduresTest, SearchOnAThreadOfTheirOwn) {
  AddVisit(anna_, AddPatient(anna_, "Maria", "Rossi"), "2026-03-01", "Controllo");
  std::promise<void> released;
  searchers_.Post([&released] { released.get_future().wait(); });
  platform::LocalExecutor loop;
  json found;
  const auto search = std::ranges::find(procedures_, "search_consultations", &auth::Procedure::name);
  const json arguments{{"search", "rossi"}, {"first", 0}, {"most", 25}};
  platform::Detach([](platform::Task<platform::Result<json>> running, json& answer) -> platform::Task<> {
    auto rows = co_await running;
    answer = rows ? std::move(*rows) : json(rows.error().message);
  }(search->call({.user_id = anna_.id}, arguments), found));
  bool is_looked_at = false;
  std::thread later([&, back = platform::Executor::Current()] {
    while (searchers_.WaitingOf(anna_.id) == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    back->Post([&] {
      EXPECT_TRUE(found.is_null());
      is_looked_at = true;
      released.set_value();
    });
  });
  loop.RunUntil([&] { return is_looked_at && !found.is_null(); });
  later.join();
  EXPECT_EQ(found.at("count"), 1);
}

// Each pause in typing asks again, and the page waits for the last answer only.
TEST_F(ProceduresTest, SearchesGiveWayToNewerOnesOfTheSameDoctor) {
  std::promise<void> released;
  searchers_.Post([&released] { released.get_future().wait(); });
  std::vector<std::future<platform::Result<json>>> answers;
  for (const TestUser* doctor : {&anna_, &anna_, &bruno_, &anna_}) {
    const std::size_t waiting = searchers_.WaitingOf(doctor->id);
    answers.push_back(std::async(std::launch::async, [this, doctor] {
      return Call("search_consultations", *doctor, {{"search", "rossi"}, {"first", 0}, {"most", 25}});
    }));
    while (searchers_.WaitingOf(doctor->id) == waiting) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  released.set_value();
  const auto first = answers[0].get();
  ASSERT_FALSE(first);
  EXPECT_EQ(first.error().code, Code::kOverRequestRateLimit);
  for (const std::size_t later : {1U, 2U, 3U}) EXPECT_TRUE(answers[later].get());
}

TEST_F(ProceduresTest, ASearchHasADeadline) {
  AddVisit(anna_, AddPatient(anna_, "Maria", "Rossi"), "2026-03-01", "Controllo");
  const auto key = platform::BlockOn(keys_.KeyOf(anna_.id));
  ConsultationSearch search{.user_id = anna_.id, .text = "rossi", .limit = 25};
  EXPECT_TRUE(platform::BlockOn(SearchConsultations(app_.database(), *key, search)));
  search.deadline = std::chrono::steady_clock::now();
  const auto late = platform::BlockOn(SearchConsultations(app_.database(), *key, search));
  EXPECT_EQ(late.error().code, Code::kQueryTooExpensive);
}

TEST_F(ProceduresTest, GiveThePointsOfAPatientOldestFirst) {
  const std::string patient = AddPatient(anna_, "Maria", "Rossi");
  AddVisit(anna_, patient, "2026-03-01", "Controllo",
           R"({"measures":[{"key":"peso_kg","value":82.5,"plausible":true},{"key":"bmi","value":28.1}]})");
  AddVisit(anna_, patient, "2026-02-01", "Niente misure");
  const std::string first =
      AddVisit(anna_, patient, "2026-01-01", "Prima", R"({"measures":[{"key":"circonferenza_vita_cm","value":98}]})");
  const auto points = Call("patient_measures", anna_, {{"patient_id", patient}});
  ASSERT_TRUE(points);
  ASSERT_EQ(points->size(), 2U);
  EXPECT_EQ(points->at(0), json({{"consultation_id", first},
                                 {"created_at", "2026-01-01T09:00:00.000000+00:00"},
                                 {"visita", "prima_visita"},
                                 {"weight_kg", nullptr},
                                 {"bmi", nullptr},
                                 {"waist_cm", 98}}));
  EXPECT_EQ(points->at(1)["weight_kg"], 82.5);
  EXPECT_EQ(points->at(1)["bmi"], 28.1);
  EXPECT_EQ(*Call("patient_measures", bruno_, {{"patient_id", patient}}), json::array());
}

TEST_F(ProceduresTest, LeaveOutWhatNoBodyShowsAndEvidenceOfAnotherForm) {
  const std::string patient = AddPatient(anna_, "Maria", "Rossi");
  for (const char* evidence :
       {R"({"measures":[{"key":"peso_kg","value":845,"plausible":false}]})", "[]", "7", "nonsense",
        R"({"measures":{"key":1}})", R"({"measures":[3,{"key":["peso_kg"],"value":"x"}]})"}) {
    AddVisit(anna_, patient, "2026-01-01", "Prima", evidence);
  }
  EXPECT_EQ(*Call("patient_measures", anna_, {{"patient_id", patient}}), json::array());
}

TEST_F(ProceduresTest, FindVisitsByNameAndSealedReasonWithoutCaseAndAccents) {
  const std::string nicolo = AddPatient(anna_, "Nicolò", "De Luca");
  const std::string maria = AddPatient(anna_, "Maria", "Rossi");
  const std::string old = AddVisit(anna_, nicolo, "2026-01-01", "Aumento di peso dopo il trasloco");
  const std::string young = AddVisit(anna_, maria, "2026-02-01", "Perché è stanca");
  EXPECT_EQ(Found("")["count"], 2);
  EXPECT_EQ(Found("").at("rows").at(0)["id"], young);
  for (const char* search : {"nicolo", "DE LUCA", "peso", "luca TRASLOCO", "NICOLÒ aumento"}) {
    const json found = Found(search);
    ASSERT_EQ(found["count"], 1) << search << found;
    EXPECT_EQ(found["rows"].at(0)["id"], old);
  }
  const json tired = Found("perche");
  EXPECT_EQ(tired["rows"].at(0)["motivo_visita"], "Perché è stanca");
  EXPECT_EQ(tired["rows"].at(0)["patient"], json({{"first_name", "Maria"}, {"last_name", "Rossi"}}));
  EXPECT_EQ(Found("luca rossi")["count"], 0);
}

TEST_F(ProceduresTest, AnswerAPageAndTheCountOfAll) {
  const std::string patient = AddPatient(anna_, "Maria", "Rossi");
  for (int day = 1; day <= 7; ++day) AddVisit(anna_, patient, "2026-01-0" + std::to_string(day), "Controllo");
  const json page = Found("controllo", 5, 3);
  EXPECT_EQ(page["count"], 7);
  ASSERT_EQ(page["rows"].size(), 2U);
  EXPECT_EQ(page["rows"].at(0)["created_at"], "2026-01-02T09:00:00.000000+00:00");
}

TEST_F(ProceduresTest, ShowNobodyElsesVisits) {
  AddVisit(bruno_, AddPatient(bruno_, "Maria", "Rossi"), "2026-01-01", "Controllo");
  EXPECT_EQ(Found("")["count"], 0);
}

TEST_F(ProceduresTest, RefuseBadArgumentsAndTheOperatorsKey) {
  EXPECT_EQ(Call("patient_measures", anna_, {{"patient_id", "x"}}).error().code, Code::kValueUnparsable);
  EXPECT_EQ(Call("patient_measures", anna_, {{"patient_id", 3}}).error().code, Code::kValueUnparsable);
  for (const json& bad :
       {json{{"search", 1}, {"first", 0}, {"most", 5}},
        json{{"search", std::string(401, 'x')}, {"first", 0}, {"most", 5}},
        json{{"search", ""}, {"first", -1}, {"most", 5}}, json{{"search", ""}, {"first", 0.5}, {"most", 5}},
        json{{"search", ""}, {"first", 0}, {"most", 101}}, json{{"search", ""}, {"first", 0}, {"most", nullptr}}}) {
    const auto refused = Call("search_consultations", anna_, bad);
    ASSERT_FALSE(refused) << bad;
    EXPECT_EQ(platform::HttpStatus(refused.error().code), 400);
  }
  const TestUser operator_key{};
  EXPECT_EQ(Call("patient_measures", operator_key, {{"patient_id", platform::NewUuid()}}).error().code,
            Code::kNotPermitted);
}

}  // namespace
}  // namespace scriba::consultations
