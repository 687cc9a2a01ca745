#include "bare_writer.h"

#include <stdexcept>
#include <utility>

#include "platform/db/sqlite_functions.h"

namespace scriba::bench {

BareWriter::BareWriter(const std::string& path) {
  sqlite3* handle = nullptr;
  const int opened = sqlite3_open_v2(path.c_str(), &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
  handle_.reset(handle);
  if (opened != SQLITE_OK) throw std::runtime_error("cannot open " + path);
  platform::RegisterFunctions(handle);
  Script("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA cache_size=-8192");
  thread_ = std::jthread([this](const std::stop_token& stop) { Loop(stop); });
}

BareWriter::~BareWriter() {
  thread_.request_stop();
  thread_.join();
}

void BareWriter::Add(Write write) {
  {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(write));
  }
  added_.notify_one();
}

void BareWriter::Loop(const std::stop_token& stop) {
  while (true) {
    std::deque<Write> group;
    {
      std::unique_lock lock(mutex_);
      if (!added_.wait(lock, stop, [this] { return !queue_.empty(); })) return;
      group.swap(queue_);
    }
    Script("BEGIN IMMEDIATE");
    for (const Write& write : group) {
      for (const Statement& statement : write.statements) Run(statement);
    }
    Script("COMMIT");
    for (const Write& write : group) write.done();
  }
}

void BareWriter::Run(const Statement& statement) {
  auto& prepared = prepared_[statement.sql];
  if (!prepared) {
    sqlite3_stmt* made = nullptr;
    sqlite3_prepare_v3(handle_.get(), statement.sql.data(), static_cast<int>(statement.sql.size()),
                       SQLITE_PREPARE_PERSISTENT, &made, nullptr);
    prepared.reset(made);
    if (!prepared) throw std::runtime_error(sqlite3_errmsg(handle_.get()));
  }
  for (std::size_t i = 0; i < statement.texts.size(); ++i) {
    const std::string& text = statement.texts[i];
    sqlite3_bind_text(prepared.get(), static_cast<int>(i) + 1, text.data(), static_cast<int>(text.size()),
                      SQLITE_STATIC);
  }
  int step = SQLITE_ROW;
  while (step == SQLITE_ROW) step = sqlite3_step(prepared.get());
  if (step != SQLITE_DONE) throw std::runtime_error(sqlite3_errmsg(handle_.get()));
  sqlite3_reset(prepared.get());
}

void BareWriter::Script(const char* sql) {
  if (sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) {
    throw std::runtime_error(sqlite3_errmsg(handle_.get()));
  }
}

}  // namespace scriba::bench
