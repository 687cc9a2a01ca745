#include "platform/crypto/sealing.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "platform/ids.h"
#include "support/test_database.h"

namespace scriba::platform {
namespace {

const std::string kPlace = "patients.notes:7d5a6c1e";

SealingKey KeyNumber(std::uint32_t number) {
  KeyBytes bytes{};
  bytes.fill(static_cast<unsigned char>(number));
  return SealingKey(number, bytes);
}

TEST(SealingTest, OpensWhatItSealed) {
  const SealingKey key = KeyNumber(3);
  for (const std::string plain : {"", "Allergia alla penicillina.", "peso 84,5 kg"}) {
    EXPECT_EQ(key.Open(key.Seal(plain, kPlace), kPlace).value(), plain);
  }
}

TEST(SealingTest, NeverSealsTheSameTextTwiceAlike) {
  const SealingKey key = KeyNumber(3);
  EXPECT_NE(key.Seal("ansia", kPlace), key.Seal("ansia", kPlace));
}

TEST(SealingTest, RefusesEveryFlippedBit) {
  const SealingKey key = KeyNumber(3);
  const std::string sealed = key.Seal("metformina 500 mg", kPlace);
  for (std::size_t i = 0; i < sealed.size() * 8; ++i) {
    std::string altered = sealed;
    altered[i / 8] = static_cast<char>(altered[i / 8] ^ (1 << (i % 8)));
    EXPECT_EQ(key.Open(altered, kPlace).error().code, Code::kUnsealFailed) << "bit " << i;
  }
}

TEST(SealingTest, RefusesAValueMovedToAnotherPlaceOrOwner) {
  const std::string sealed = KeyNumber(3).Seal("metformina", kPlace);
  EXPECT_FALSE(KeyNumber(3).Open(sealed, "patients.notes:other"));
  EXPECT_FALSE(KeyNumber(4).Open(sealed, kPlace));
}

TEST(SealingTest, RefusesACutOffValue) {
  const SealingKey key = KeyNumber(3);
  const std::string sealed = key.Seal("metformina", kPlace);
  for (std::size_t length = 0; length < sealed.size(); ++length) {
    EXPECT_FALSE(key.Open(sealed.substr(0, length), kPlace));
  }
}

TEST(MasterKeyTest, IsMadeOnceReadableByItsOwnerOnly) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "master.key";
  const auto first = MasterKey::LoadOrCreate(file);
  const auto second = MasterKey::LoadOrCreate(file);
  EXPECT_EQ(first.value().Derive("tokens"), second.value().Derive("tokens"));
  EXPECT_NE(first.value().Derive("tokens"), first.value().Derive("signed-urls"));
  struct stat status {};
  ASSERT_EQ(::stat(file.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST(MasterKeyTest, RefusesAFileThatOthersMayRead) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "master.key";
  ASSERT_TRUE(MasterKey::LoadOrCreate(file));
  ASSERT_EQ(::chmod(file.c_str(), 0644), 0);
  EXPECT_EQ(MasterKey::LoadOrCreate(file).error().code, Code::kConfigurationInvalid);
}

TEST(KeyRingTest, GivesEachOwnerOneKeyForEver) {
  testing::TestDatabase database;
  const auto master = MasterKey::LoadOrCreate(database.folder() / "master.key");
  const std::string doctor = NewUuid();
  std::string sealed;
  {
    KeyRing ring(*database, *master);
    sealed = BlockOn(ring.KeyOf(doctor)).value().Seal("nota", kPlace);
    EXPECT_FALSE(BlockOn(ring.KeyOf(NewUuid())).value().Open(sealed, kPlace));
  }
  KeyRing later(*database, *master);
  EXPECT_EQ(BlockOn(later.KeyOf(doctor)).value().Open(sealed, kPlace).value(), "nota");
}

}  // namespace
}  // namespace scriba::platform
