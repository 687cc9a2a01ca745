#include "data/row_filter.h"

#include <gtest/gtest.h>

namespace scriba::data {
namespace {

using platform::Row;
using platform::Value;

const std::vector<std::string> kColumns{"id", "last_name", "weight", "email", "created_at"};
const Row kRow({Value("0d9a7d7e-3a53-4c32-9a0e-6a54c2a5a001"), Value("Nicolò, jr"), Value(72.5), Value(nullptr),
                Value("2026-08-21T14:03:56.000000+00:00")});

bool Matches(std::string_view text) {
  const auto filter = RowFilter::Parse(*FindTable("patients"), text);
  EXPECT_TRUE(filter) << text << (filter ? "" : filter.error().message);
  return filter && filter->Matches(kColumns, kRow);
}

TEST(RowFilterTest, ComparesByTheColumnsType) {
  EXPECT_TRUE(Matches("id=eq.0D9A7D7E-3A53-4C32-9A0E-6A54C2A5A001"));
  EXPECT_TRUE(Matches("weight=gt.9"));
  EXPECT_FALSE(Matches("weight=lt.9"));
  EXPECT_TRUE(Matches("weight=in.(72.50,3)"));
  EXPECT_TRUE(Matches("created_at=gte.2026-08-21 16:03:56+02"));
  EXPECT_TRUE(Matches("last_name=ilike.\"*NICOL_, J*\""));
  EXPECT_FALSE(Matches("last_name=like.nicol*"));
}

TEST(RowFilterTest, OrdersTextsAsTheTablesDo) {
  EXPECT_TRUE(Matches("last_name=gt.nicola"));
  EXPECT_TRUE(Matches("last_name=lt.nicoz"));
  EXPECT_TRUE(Matches("last_name=gte.\"NICOLÒ, jr\""));
  EXPECT_FALSE(Matches("last_name=lt.\"Nicolò, jr\""));
}

TEST(RowFilterTest, HoldsOnlyWhenAllTermsHold) {
  EXPECT_TRUE(Matches("last_name=eq.\"Nicolò, jr\",weight=gte.72.5"));
  EXPECT_FALSE(Matches("last_name=eq.\"Nicolò, jr\",weight=gt.72.5"));
  EXPECT_TRUE(Matches("weight=not.eq.3"));
}

TEST(RowFilterTest, LooksForExpressions) {
  EXPECT_TRUE(Matches("last_name=match.^Nic.l"));
  EXPECT_FALSE(Matches("last_name=match.^nic.l"));
  EXPECT_TRUE(Matches("last_name=imatch.NICOLÒ"));
  EXPECT_TRUE(Matches("last_name=match(any).{^x,\"jr$\"}"));
  EXPECT_FALSE(Matches("last_name=match(all).{^x,jr$}"));
  EXPECT_TRUE(Matches("last_name=not.match.[0-9]"));
  EXPECT_FALSE(Matches("email=match.x"));
}

TEST(RowFilterTest, AnExpressionThatWouldNeverEndIsNotFound) {
  const auto filter = RowFilter::Parse(*FindTable("patients"), "last_name=match.^(a+)+b$");
  const std::vector<std::string> columns{"last_name"};
  EXPECT_FALSE(filter->Matches(columns, Row({Value(std::string(200, 'a'))})));
}

TEST(RowFilterTest, LetsNullMatchNothingButIsAndDistinct) {
  EXPECT_FALSE(Matches("email=eq.x"));
  EXPECT_FALSE(Matches("email=neq.x"));
  EXPECT_FALSE(Matches("email=not.eq.x"));
  EXPECT_TRUE(Matches("email=is.null"));
  EXPECT_FALSE(Matches("email=not.is.null"));
  EXPECT_TRUE(Matches("email=isdistinct.x"));
}

TEST(RowFilterTest, ReadsBothEnginesForms) {
  const Table& subscriptions = *FindTable("user_subscriptions");
  const std::vector<std::string> columns{"minutes_used", "is_active", "tier", "end_date"};
  const Row sqlite(
      {Value(std::int64_t{9}), Value(std::int64_t{1}), Value("free"), Value("2026-10-14T09:00:00.000000+00:00")});
  const Row postgres({Value("9"), Value("t"), Value("free"), Value("2026-10-14 11:00:00+02")});
  for (const char* holds :
       {"minutes_used=lt.10", "minutes_used=eq.9", "tier=in.(basic,free)", "is_active=is.true", "tier=not.eq.basic",
        "end_date=gt.2026-10-14T10:59:59+02:00", "end_date=eq.2026-10-14T09:00:00Z", "minutes_used=gte.9,tier=eq.free",
        "tier=like.fr*", "tier=ilike.FR%", "tier=in.(\"a,b\",free)"}) {
    EXPECT_TRUE(RowFilter::Parse(subscriptions, holds)->Matches(columns, sqlite)) << holds;
    EXPECT_TRUE(RowFilter::Parse(subscriptions, holds)->Matches(columns, postgres)) << holds;
  }
  for (const char* fails : {"minutes_used=gt.10", "tier=eq.Free", "tier=in.()", "minutes_used=gte.9,tier=eq.basic",
                            "tier=like.FR%", "is_active=is.false"}) {
    EXPECT_FALSE(RowFilter::Parse(subscriptions, fails)->Matches(columns, sqlite)) << fails;
    EXPECT_FALSE(RowFilter::Parse(subscriptions, fails)->Matches(columns, postgres)) << fails;
  }
}

TEST(RowFilterTest, RefusesWhatCannotBeAsked) {
  const Table& patients = *FindTable("patients");
  for (const char* text : {"", "weight", "weight=gt", "weight=gt.heavy", "nothing=eq.1", "notes=eq.x", "weight=like.7*",
                           "id=eq.1,", "id=fts.x", "last_name=match.(", "weight=match.7"}) {
    EXPECT_FALSE(RowFilter::Parse(patients, text)) << text;
  }
}

TEST(RecordJsonTest, WritesTheRowAsTheTablesDoAndLeavesSealedColumnsOut) {
  const std::vector<std::string> columns{"id", "notes", "weight", "unknown"};
  const Row row(
      {Value("0d9a7d7e-3a53-4c32-9a0e-6a54c2a5a001"), Value(platform::Blob{"sealed"}), Value("72.5"), Value("x")});
  EXPECT_EQ(RecordJson(*FindTable("patients"), columns, row, nullptr).value(),
            R"({"id":"0d9a7d7e-3a53-4c32-9a0e-6a54c2a5a001","weight":72.5})");
}

TEST(RecordJsonTest, WritesAlikeWhatBothEnginesHandOut) {
  const std::vector<std::string> columns{"id", "is_active", "minutes_used", "price", "end_date", "start_date"};
  const Row sqlite({Value("0d9a7d7e-3a53-4c32-9a0e-6a54c2a5a001"), Value(std::int64_t{1}), Value(std::int64_t{9}),
                    Value(9.5), Value("2026-10-14T09:00:00.000000+00:00"), Value(nullptr)});
  const Row postgres({Value("0d9a7d7e-3a53-4c32-9a0e-6a54c2a5a001"), Value("t"), Value("9"), Value("9.50"),
                      Value("2026-10-14 11:00:00+02"), Value(nullptr)});
  const Table& table = *FindTable("user_subscriptions");
  const std::string expected = R"({"id":"0d9a7d7e-3a53-4c32-9a0e-6a54c2a5a001","minutes_used":9,"start_date":null,)"
                               R"("end_date":"2026-10-14T09:00:00.000000+00:00","is_active":true,"price":9.5})";
  EXPECT_EQ(RecordJson(table, columns, sqlite, nullptr).value(), expected);
  EXPECT_EQ(RecordJson(table, columns, postgres, nullptr).value(), expected);
}

}  // namespace
}  // namespace scriba::data
