#include "storage/object_json.h"
#include "platform/json.h"

namespace scriba::storage {

using nlohmann::json;
using platform::FormatRfc3339;

json MetadataOf(const Object& object) {
  return {{"size", object.bytes},
          {"mimetype", object.content_type},
          {"cacheControl", object.cache_control},
          {"eTag", object.ETag()},
          {"lastModified", FormatRfc3339(object.updated_at)}};
}

json RowOf(const Object& object) {
  json row = EntryOf(object, object.name);
  row["bucket_id"] = object.bucket;
  row["owner"] = object.owner_id;
  row["owner_id"] = object.owner_id;
  row["version"] = object.file_id;
  row["user_metadata"] = platform::ParseForeignJson(object.metadata);
  return row;
}

json EntryOf(const Object& object, const std::string& name) {
  return {{"name", name},
          {"id", object.id},
          {"created_at", FormatRfc3339(object.created_at)},
          {"updated_at", FormatRfc3339(object.updated_at)},
          {"last_accessed_at", FormatRfc3339(object.updated_at)},
          {"metadata", MetadataOf(object)}};
}

json InfoOf(const Object& object) {
  return {{"id", object.id},
          {"name", object.name},
          {"version", object.file_id},
          {"bucket_id", object.bucket},
          {"size", object.bytes},
          {"content_type", object.content_type},
          {"cache_control", object.cache_control},
          {"etag", object.ETag()},
          {"metadata", platform::ParseForeignJson(object.metadata)},
          {"last_modified", FormatRfc3339(object.updated_at)},
          {"created_at", FormatRfc3339(object.created_at)}};
}

}  // namespace scriba::storage
