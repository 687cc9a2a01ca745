# Where every library comes from: Debian's packages, and Drogon from the prefix that scripts/ prepare where Debian's
# own package is missing or too old.
# What one checkout has compiled another finds: paths inside it count as relative.
find_program(CCACHE ccache)
if(CCACHE)
  set(launcher ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} ${CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()

if(DEFINED ENV{SCRIBA_DEPS})
  list(PREPEND CMAKE_PREFIX_PATH $ENV{SCRIBA_DEPS})
else()
  list(PREPEND CMAKE_PREFIX_PATH $ENV{HOME}/.cache/scriba/deps)
endif()

find_package(Threads REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(CURL REQUIRED)
find_package(PostgreSQL REQUIRED)
find_package(ICU REQUIRED COMPONENTS uc i18n)
find_package(spdlog REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(tsl-robin-map REQUIRED)
find_package(Drogon CONFIG REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(sqlite3 REQUIRED IMPORTED_TARGET sqlite3)
pkg_check_modules(sodium REQUIRED IMPORTED_TARGET libsodium)
pkg_check_modules(jwt REQUIRED IMPORTED_TARGET libjwt)
pkg_check_modules(archive REQUIRED IMPORTED_TARGET libarchive)
pkg_check_modules(tcmalloc REQUIRED IMPORTED_TARGET libtcmalloc_minimal)
pkg_check_modules(qrencode REQUIRED IMPORTED_TARGET libqrencode)
pkg_check_modules(tomlplusplus REQUIRED IMPORTED_TARGET tomlplusplus)
pkg_check_modules(libav REQUIRED IMPORTED_TARGET libavformat libavcodec libavutil libswresample)
find_path(EXPECTED_INCLUDE_DIR tl/expected.hpp REQUIRED)

# What every translation unit of ours is compiled with. Designated initializers name what differs from the members'
# defaults; GCC 12 would have every member named.
add_library(scriba_options INTERFACE)
target_include_directories(scriba_options INTERFACE ${CMAKE_SOURCE_DIR}/server/src ${CMAKE_BINARY_DIR}/generated)
target_compile_options(scriba_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Wold-style-cast
  -Woverloaded-virtual -Wno-missing-field-initializers -Werror $<$<CXX_COMPILER_ID:GNU>:-fcoroutines>)
if(SCRIBA_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL Clang OR CMAKE_CXX_COMPILER_VERSION VERSION_LESS 16)
    message(FATAL_ERROR "libFuzzer needs clang from 16 on: scripts/fuzz.sh chooses it")
  endif()
  # So that libFuzzer sees which input leads to new code.
  target_compile_options(scriba_options INTERFACE -fsanitize=fuzzer-no-link)
  # What clang alone warns of: calls within GCC's own library (std::stable_sort), and the length of embedded files.
  target_compile_options(scriba_options INTERFACE -Wno-deprecated-declarations -Wno-overlength-strings)
endif()
# For the folder and those below, so that one of them may take an instrument away again.
if(SCRIBA_SANITIZE)
  add_compile_options(-fsanitize=${SCRIBA_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${SCRIBA_SANITIZE})
  if(SCRIBA_SANITIZE MATCHES undefined AND NOT SCRIBA_FUZZ)
    # A quarter of the compiling: AddressSanitizer stops at a null pointer too, and the fuzz targets look for both.
    add_compile_options(-fno-sanitize=null,alignment)
  endif()
endif()
