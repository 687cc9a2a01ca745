#include "platform/http/message.h"

#include <gtest/gtest.h>

namespace scriba::platform {
namespace {

using Pairs = QueryParameters;

TEST(QueryTest, KeepsRepeatedKeysInOrder) {
  EXPECT_EQ(ParseQuery("a=gte.1&b=x&a=lte.2"), (Pairs{{"a", "gte.1"}, {"b", "x"}, {"a", "lte.2"}}));
}

TEST(QueryTest, ReadsPlusAsSpaceAndItsEscapeAsPlus) {
  EXPECT_EQ(ParseQuery("name=Maria+Rosa%2B"), (Pairs{{"name", "Maria Rosa+"}}));
}

TEST(QueryTest, KeepsWhatDoesNotDecodeAsItWasSent) {
  EXPECT_EQ(ParseQuery("a=%zz&b=%ff&c"), (Pairs{{"a", "%zz"}, {"b", "%ff"}, {"c", ""}}));
}

TEST(PercentDecodeTest, RefusesBrokenEscapesAndBytesThatAreNotUtf8) {
  EXPECT_EQ(PercentDecode("caff%C3%A8", false), "caffè");
  for (const std::string broken : {"%", "%4", "%4g", "%C3", "%C3%28", "%ED%A0%80", "%00", "%F5%80%80%80"}) {
    EXPECT_FALSE(PercentDecode(broken, false)) << broken;
  }
}

TEST(RequestTest, FindsHeadersWhateverTheirCase) {
  const Request request{.headers = {{"Content-Type", "Application/JSON;charset=UTF-8"}}};
  EXPECT_EQ(request.Header("content-type"), "Application/JSON;charset=UTF-8");
  EXPECT_EQ(request.MediaType(), "application/json");
}

TEST(MediaTypeTest, IsReadWithoutParametersAndWhateverItsCase) {
  EXPECT_EQ(MediaTypeOf("Audio/WAV; codecs=1"), "audio/wav");
  EXPECT_EQ(MediaTypeOf(" video/webm"), "video/webm");
  EXPECT_EQ(MediaTypeOf(""), "");
}

TEST(HeaderNameTest, IsTheSameWhateverItsCase) {
  EXPECT_TRUE(SameName("Tus-Resumable", "tus-resumable"));
  EXPECT_FALSE(SameName("vary", "varys"));
}

Request Form(std::string body) {
  return {.headers = {{"content-type", "multipart/form-data; boundary=\"b\""}}, .body = std::move(body)};
}

TEST(MultipartTest, ReadsFieldsAndAFileWithAnEmptyName) {
  const Request request = Form(
      "--b\r\nContent-Disposition: form-data; name=\"cacheControl\"\r\n\r\n3600\r\n"
      "--b\r\nContent-Disposition: form-data; name=\"\"; filename=\"blob\"\r\nContent-Type: "
      "audio/webm\r\n\r\n\r\nA\r\n\r\n--b--\r\n");
  const auto parts = ParseMultipart(request);
  ASSERT_EQ(parts.value().size(), 2U);
  EXPECT_EQ((*parts)[0].name, "cacheControl");
  EXPECT_EQ((*parts)[0].bytes, "3600");
  EXPECT_FALSE((*parts)[0].filename);
  EXPECT_EQ((*parts)[1].name, "");
  EXPECT_EQ((*parts)[1].filename, "blob");
  EXPECT_EQ((*parts)[1].content_type, "audio/webm");
  EXPECT_EQ((*parts)[1].bytes, "\r\nA\r\n");
}

TEST(MultipartTest, ReadsAnEmptyPart) {
  const Request request = Form("--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n\r\n--b--");
  const auto parts = ParseMultipart(request);
  ASSERT_EQ(parts.value().size(), 1U);
  EXPECT_EQ((*parts)[0].bytes, "");
}

TEST(MultipartTest, RefusesWhatIsMalformed) {
  for (const std::string body : {"", "--b", "--b\r\n", "--b\r\nno disposition\r\n\r\nx\r\n--b--",
                                 "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nnever ends"}) {
    EXPECT_EQ(ParseMultipart(Form(body)).error().code, Code::kInvalidRequest) << body;
  }
  EXPECT_EQ(ParseMultipart({.headers = {{"content-type", "text/plain"}}}).error().code, Code::kUnsupportedMediaType);
}

}  // namespace
}  // namespace scriba::platform
