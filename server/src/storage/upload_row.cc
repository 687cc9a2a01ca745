#include "storage/upload_row.h"

#include "storage/columns.h"

namespace scriba::storage {
namespace {

using platform::Connection;
using platform::Result;
using platform::Row;
using platform::Task;

void ForEachColumn(auto&& upload, auto& see) {
  see("id", upload.id);
  see("owner_id", upload.owner_id);
  see("bucket", upload.bucket);
  see("name", upload.name);
  see("content_type", upload.content_type);
  see("cache_control", upload.cache_control);
  see("metadata", upload.metadata);
  see("replaces", upload.replaces);
  see("is_claimed", upload.is_claimed);
  see("is_complete", upload.is_complete);
  see("declared_bytes", upload.declared_bytes);
  see("max_bytes", upload.max_bytes);
  see("created_at", upload.created_at);
  see("expires_at", upload.expires_at);
}

const ColumnNames& Columns() {
  static const ColumnNames columns = [] {
    ColumnNames names;
    ForEachColumn(Upload{}, names);
    return names;
  }();
  return columns;
}

}  // namespace

std::string SelectUploads(const char* where) {
  return "SELECT " + Columns().list() + " FROM storage_uploads WHERE " + where;
}

Upload ToUpload(const Row& row) {
  Upload upload;
  ColumnReader reader(row);
  ForEachColumn(upload, reader);
  return upload;
}

Task<Result<>> InsertUpload(Connection& connection, const Upload& upload) {
  const ColumnNames& columns = Columns();
  ColumnValues values;
  ForEachColumn(upload, values);
  auto done = co_await connection.Execute(
      "INSERT INTO storage_uploads (" + columns.list() + ") VALUES (" + columns.places() + ")", values.Take());
  if (!done) co_return Forward(done);
  co_return Result<>{};
}

}  // namespace scriba::storage
