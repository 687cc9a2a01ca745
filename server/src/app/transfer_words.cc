#include "app/transfer_words.h"

#include <iostream>

namespace scriba::app {
namespace {

constexpr std::uint64_t kRowsPerWord = 100'000;

}  // namespace

platform::TransferProgress SayProgress() {
  return [](const platform::TransferredTable& table, bool is_finished) {
    if (is_finished) {
      std::cout << table.name << ": " << table.rows << " rows, counted and compared" << std::endl;
    } else if (table.rows % kRowsPerWord == 0) {
      std::cout << table.name << ": " << table.rows << " rows so far" << std::endl;
    }
  };
}

void SayTotal(const std::vector<platform::TransferredTable>& tables) {
  std::uint64_t rows = 0;
  for (const auto& table : tables) rows += table.rows;
  std::cout << "total: " << rows << " rows in " << tables.size() << " tables\n";
}

}  // namespace scriba::app
