#include "storage/upload_row.h"

#include "storage/columns.h"

namespace scriba::storage {
namespace {

struct UploadColumns {
  static constexpr const char* kTable = "storage_uploads";

  static void ShowTo(auto&& upload, auto& see) {
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
};

using UploadTable = RecordTable<Upload, UploadColumns>;

}  // namespace

std::string SelectUploads(std::string_view condition) { return UploadTable::Select(condition); }

Upload ToUpload(const platform::Row& row) { return UploadTable::Read(row); }

platform::Task<platform::Result<>> InsertUpload(platform::Connection& connection, const Upload& upload) {
  return UploadTable::Insert(connection, upload);
}

}  // namespace scriba::storage
