// What one request may take of the memory and the writer that all others need.
#include <gmock/gmock.h>
#include <sys/resource.h>

#include "data/row_filter.h"
#include "support/data/data_app.h"

namespace scriba::testing {
namespace {

using nlohmann::json;
using platform::Method;

class BoundsTest : public ::testing::Test {
 protected:
  json Visit() { return {{"patient_id", app_.AddPatient("anna").at("id")}}; }

  platform::Response Post(const std::vector<json>& visits) {
    return app_.As("anna", Method::kPost, "consultations", json(visits).dump());
  }

  static long PeakMegabytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
  }

  DataApp app_;
};

// Each list is below the limit of an answer; one within the other they are ten times as much.
TEST_F(BoundsTest, EmbedsThatMultiplyAreRefusedBeforeTheyArePutTogether) {
  constexpr int kPatients = 70;
  for (int i = 0; i < kPatients; ++i) ASSERT_EQ(Post(std::vector<json>(kPatients, Visit())).status, 201);
  const auto get = [&](const char* embeds) {
    return app_.As("anna", Method::kGet, std::string("patients?select=") + embeds);
  };
  const long before = PeakMegabytes();
  const auto refused = get("consultations(patients(consultations(patients(consultations(id)))))");
  EXPECT_EQ(refused.status, 400);
  EXPECT_EQ(JsonOf(refused)["code"], "57014");
  // By its size, not by the time it takes.
  EXPECT_THAT(JsonOf(refused)["message"].get<std::string>(), ::testing::StartsWith("the answer is too large"));
  EXPECT_LT(PeakMegabytes() - before, 400);
  const auto served = get("consultations(patients(consultations(id)))");
  EXPECT_EQ(served.status, 200) << served.body.substr(0, 200);
  EXPECT_EQ(JsonOf(served)[69]["consultations"][69]["patients"]["consultations"].size(), 70U);
}

// One POST is one transaction, and others' writes wait for it.
TEST_F(BoundsTest, AThousandRowsAreTakenAtATime) {
  const json visit = Visit();
  // Sanitized coroutines grow the stack with each row that is stored at once: far fewer than the limit are tried here.
  constexpr int kTaken = 100;
  EXPECT_EQ(Post(std::vector<json>(kTaken, visit)).status, 201);
  const auto refused = Post(std::vector<json>(1001, visit));
  EXPECT_EQ(refused.status, 400);
  EXPECT_EQ(JsonOf(refused)["code"], "PGRST102");
  EXPECT_EQ(app_.auth().Query("SELECT count(*) FROM consultations").at(0).Int(0), kTaken);
}

TEST_F(BoundsTest, AStrangersArgumentsAreNotRead) {
  const auto refused = app_.As("anon", Method::kPost, "rpc/ensure_valid_subscription", R"({"user_id":[{},{})");
  EXPECT_EQ(refused.status, 401);
  EXPECT_EQ(JsonOf(refused)["code"], "42501");
}

// A channel keeps its filters, and every change is compared with them.
TEST(FilterBoundsTest, AFilterIsNoLongerThanAnAddress) {
  const auto long_name = [](std::size_t bytes) { return "last_name=ilike." + std::string(bytes, 'x'); };
  EXPECT_TRUE(data::RowFilter::Parse(*data::FindTable("patients"), long_name(10'000)));
  EXPECT_FALSE(data::RowFilter::Parse(*data::FindTable("patients"), long_name(17'000)));
}

}  // namespace
}  // namespace scriba::testing
