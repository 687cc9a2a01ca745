// Makes an installation large: fill_installation DATABASE PATIENTS
//
// Adds doctors with a thousand patients each until the installation holds so many, names and times scattered as in
// life, so that the pages of one doctor lie among those of all others. The program must not run meanwhile.
#include <array>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>

#include "platform/clock.h"
#include "platform/db/sqlite_database.h"
#include "platform/ids.h"

namespace {

using namespace scriba;
using platform::Value;

constexpr std::int64_t kPatientsOfADoctor = 1000;
constexpr std::int64_t kRowsPerCommit = 20'000;
constexpr std::array kNames{"Rossi", "Bianchi", "D'Ambrosio", "Esposito", "Ferrari", "Colombo", "Ricci", "Marino"};
constexpr std::array kFirstNames{"Maria", "Giulia", "Anna", "Paolo", "Marco", "Chiara", "Luca", "Elena"};

class Installation {
 public:
  explicit Installation(const std::string& path) : session_(path, true) {}

  void FillTo(std::int64_t patients) {
    std::int64_t present = CountPatients();
    std::vector<std::string> doctors;
    for (std::int64_t missing = patients - present; missing > 0; missing -= kPatientsOfADoctor) {
      doctors.push_back(AddDoctor());
    }
    Run("BEGIN", {});
    for (; present < patients; ++present) {
      // Doctors take turns, as they do in life.
      AddPatient(doctors.at(static_cast<std::size_t>(present) % doctors.size()), present);
      if (present % kRowsPerCommit == 0) Run("COMMIT", {}), Run("BEGIN", {});
    }
    Run("COMMIT", {});
    Run("PRAGMA wal_checkpoint(TRUNCATE)", {});
  }

 private:
  void Run(const std::string& sql, const std::vector<Value>& values) {
    if (const auto done = session_.Run(sql, values, nullptr); !done) throw std::runtime_error(done.error().message);
  }

  std::int64_t CountPatients() {
    std::int64_t count = 0;
    const auto see = [&](const platform::RowView& row) { count = row.Int(0); };
    static_cast<void>(session_.Run("SELECT count(*) FROM patients", {}, see));
    return count;
  }

  std::string AddDoctor() {
    const std::string id = platform::NewUuid();
    Run("INSERT INTO users (id, email) VALUES ($1, $2)", {id, id + "@example.org"});
    return id;
  }

  void AddPatient(const std::string& doctor, std::int64_t number) {
    const std::string name = std::string(kNames.at(random_() % kNames.size())) + " " + std::to_string(random_() % 1000);
    const auto age = std::chrono::seconds(random_() % 100'000'000);
    Run("INSERT INTO patients (id, user_id, first_name, last_name, birth_date, gender, email, phone, created_at) "
        "VALUES ($1, $2, $3, $4, '1970-01-01', 'female', $5, '+39 333 1234567', $6)",
        {platform::NewUuid(), doctor, std::string(kFirstNames.at(random_() % kFirstNames.size())), name,
         "p" + std::to_string(number) + "@example.org", platform::FormatTimestamp(clock_.Now() - age)});
  }

  platform::SqliteSession session_;
  platform::SystemClock clock_;
  std::mt19937_64 random_{1};  // the same installation every time
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return EXIT_FAILURE;
  Installation(argv[1]).FillTo(std::strtoll(argv[2], nullptr, 10));
  return EXIT_SUCCESS;
}
