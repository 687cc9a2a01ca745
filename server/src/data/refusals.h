// The refusals that several table operations share, in PostgREST's and PostgreSQL's words.
#pragma once

#include <string_view>

#include "data/registry.h"
#include "platform/result.h"

namespace scriba::data {

/// 42703: a column that a select, filter or order names is not there.
platform::Failure UnknownColumn(const Table& table, std::string_view column);

/// PGRST127: a sealed column in a filter or an order.
platform::Failure SealedColumn(const Table& table, const Column& column);

/// PGRST204: a payload, or its `columns`, names a column that is not there.
platform::Failure UnknownPayloadColumn(const Table& table, std::string_view column);

/// 42501: the operation, or this column in it, is not for this role.
platform::Failure NotPermitted(const Table& table);

/// 42501: the row would not be the caller's.
platform::Failure ViolatesRowPolicy(const Table& table);

/// 23503: a reference to a row that is not there, or that the caller may not know of.
platform::Failure MissingReference(const Table& table, const Reference& reference, std::string_view key);

/// PGRST116: one object was asked for and `rows` rows are the answer.
platform::Failure NotSingular(std::size_t rows);

}  // namespace scriba::data
