// The JSON body of a table write: it is refused in words, or every column of every row has a value of its type.
#include <stdexcept>
#include <string>

#include "data/new_row.h"
#include "data/payload.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  using namespace scriba;
  const data::Actor doctor{.role = data::Role::kDoctor, .user_id = "0d9a7d7e-3a53-4c32-9a0e-6a54c2a5a001"};
  platform::Request request;
  request.body.assign(reinterpret_cast<const char*>(bytes), size);
  for (const data::Table& table : data::Tables()) {
    const auto payload = data::ReadPayload(request, table, {});
    if (!payload) continue;
    for (const auto& json : payload->rows) {
      const auto row = data::FillRow(table, *payload, json, true, doctor, {});
      if (row && row->Text("id").size() != 36) throw std::logic_error("a row without an id");
    }
  }
  return 0;
}
