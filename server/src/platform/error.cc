#include "platform/error.h"

#include <array>

namespace scriba::platform {
namespace {

struct Row {
  std::string_view wire;
  int status;
};

#define SCRIBA_ROW(name, status, wire) Row{wire, status},
constexpr auto kRows = std::to_array<Row>({SCRIBA_ERROR_CODES(SCRIBA_ROW)});
#undef SCRIBA_ROW

}  // namespace

std::string_view WireCode(Code code) { return kRows.at(static_cast<std::size_t>(code)).wire; }

int HttpStatus(Code code) { return kRows.at(static_cast<std::size_t>(code)).status; }

}  // namespace scriba::platform
