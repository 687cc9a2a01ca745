// A database that lets a test do something at the worst moment: between what a caller read and what it writes.
#pragma once

#include <functional>
#include <utility>

#include "platform/db/database.h"

namespace scriba::testing {

/// Passes everything on to another database, which outlives it.
class InterposedDatabase final : public platform::Database {
 public:
  explicit InterposedDatabase(platform::Database& inner) : inner_(inner) {}

  /// Once, before the next transaction that writes begins.
  void BeforeNextWrite(std::function<void()> happens) { happens_ = std::move(happens); }

  platform::Dialect dialect() const override { return inner_.dialect(); }
  platform::Task<platform::Result<>> ReadWith(
      std::function<platform::Task<platform::Result<>>(platform::Connection&)> work) override {
    return inner_.ReadWith(std::move(work));
  }
  platform::Task<platform::Result<>> WriteWith(
      std::function<platform::Task<platform::Result<>>(platform::Connection&)> work) override {
    if (const auto happens = std::exchange(happens_, nullptr)) happens();
    return inner_.WriteWith(std::move(work));
  }
  void Observe(std::vector<std::string> tables, platform::ChangeObserver observer) override {
    inner_.Observe(std::move(tables), std::move(observer));
  }
  platform::Task<platform::Result<std::size_t>> Visit(std::string sql, std::vector<platform::Value> parameters,
                                                      platform::RowVisitor visit) override {
    return inner_.Visit(std::move(sql), std::move(parameters), std::move(visit));
  }

 private:
  platform::Database& inner_;
  std::function<void()> happens_;
};

}  // namespace scriba::testing
