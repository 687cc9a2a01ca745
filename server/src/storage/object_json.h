// Objects as storage clients expect to see them.
#pragma once

#include <nlohmann/json.hpp>

#include "storage/objects.h"

namespace scriba::storage {

/// `{size, mimetype, cacheControl, eTag, lastModified}`.
nlohmann::json MetadataOf(const Object& object);

/// The object as a row: what a removal answers.
nlohmann::json RowOf(const Object& object);

/// The object as an entry of a list, called `name` there.
nlohmann::json EntryOf(const Object& object, const std::string& name);

/// The object as `info` answers it.
nlohmann::json InfoOf(const Object& object);

}  // namespace scriba::storage
