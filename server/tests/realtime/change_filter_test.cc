#include "realtime/change_filter.h"

#include <gtest/gtest.h>

namespace scriba::realtime {
namespace {

using nlohmann::json;
using platform::Code;

const data::Table& Subscriptions() { return *data::FindTable("user_subscriptions"); }
const data::Table& Patients() { return *data::FindTable("patients"); }

bool Matches(const data::Table& table, const std::string& filter, const json& record) {
  return ChangeFilter::Parse(filter, table).value().Matches(record);
}

TEST(ChangeFilterTest, ComparesByTheColumnsType) {
  const json row{
      {"minutes_used", 9}, {"is_active", true}, {"tier", "free"}, {"end_date", "2026-10-14T09:00:00.000000+00:00"}};
  for (const auto* holds :
       {"", "minutes_used=lt.10", "minutes_used=eq.9.0", "tier=in.(basic,free)", "is_active=is.true",
        "tier=not.eq.basic", "end_date=gt.2026-10-14T10:59:59+02:00", "minutes_used=gte.9,tier=eq.free",
        "tier=like.fr*", "tier=ilike.FR%", "tier=in.(\"a,b\",free)"}) {
    EXPECT_TRUE(Matches(Subscriptions(), holds, row)) << holds;
  }
  for (const auto* fails : {"minutes_used=gt.10", "minutes_used=eq.nine", "tier=eq.Free", "tier=in.()",
                            "minutes_used=gte.9,tier=eq.basic", "tier=like.FR%", "is_active=is.false"}) {
    EXPECT_FALSE(Matches(Subscriptions(), fails, row)) << fails;
  }
}

TEST(ChangeFilterTest, NullMatchesNothingButTheQuestionForIt) {
  const json row{{"email", nullptr}};
  EXPECT_TRUE(Matches(Patients(), "email=is.null", row));
  EXPECT_FALSE(Matches(Patients(), "email=eq.x", row));
  EXPECT_FALSE(Matches(Patients(), "email=neq.x", row));
  EXPECT_TRUE(Matches(Patients(), "email=isdistinct.x", row));
}

TEST(ChangeFilterTest, FoldsUnicodeCase) {
  EXPECT_TRUE(Matches(Patients(), "first_name=ilike.NICOLÒ", {{"first_name", "Nicolò"}}));
  EXPECT_TRUE(Matches(Patients(), "first_name=like.Nicol_", {{"first_name", "Nicolò"}}));
}

TEST(ChangeFilterTest, RefusesWhatItCannotServe) {
  EXPECT_EQ(ChangeFilter::Parse("nothing=eq.1", Patients()).error().code, Code::kColumnUnknown);
  EXPECT_EQ(ChangeFilter::Parse("notes=eq.1", Patients()).error().code, Code::kColumnUnknown);
  for (const auto* text : {"email", "email=eq", "email=between.1", "email=in.a,b", "=", ",", "email=eq.1,"}) {
    EXPECT_FALSE(ChangeFilter::Parse(text, Patients())) << text;
  }
}

}  // namespace
}  // namespace scriba::realtime
