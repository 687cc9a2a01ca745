# scriba_batches(TARGET source...)
#   Where SCRIBA_IN_BATCHES is on, the compiler reads up to eight of the target's files as one: most of a file's compiling
#   is reading the same headers and building the same templates as the file beside it (docs/decisions/0043).
function(scriba_batches target)
  if(NOT SCRIBA_IN_BATCHES)
    return()
  endif()
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  execute_process(COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/cmake/batches.py 8 ${ARGN}
    OUTPUT_VARIABLE batches OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE ";" "|" batches "${batches}")
  string(REPLACE "\n" ";" batches "${batches}")
  set(number 0)
  foreach(batch IN LISTS batches)
    math(EXPR number "${number} + 1")
    string(REPLACE "|" ";" files "${batch}")
    set_source_files_properties(${files} PROPERTIES UNITY_GROUP batch_${number})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # A name that two files of a batch begin to share takes them apart.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ARGN} ${CMAKE_SOURCE_DIR}/cmake/batches.py)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # It takes what a file of the batch keeps to itself for a header's.
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
    # It inlines less where much is compiled at once: the analyser would take a tenth more instructions.
    target_compile_options(${target} PRIVATE --param=inline-unit-growth=400 --param=large-unit-insns=1000000)
  endif()
endfunction()

# scriba_room(NAME DEPENDS room... LIBRARIES target... APART file...)
#   A room is one static library of all sources in its folder, linking only the rooms it may include. What stands APART is
#   always compiled by itself, so that who links the room takes it only for what is in it.
function(scriba_room name)
  cmake_parse_arguments(ROOM "" "" "DEPENDS;LIBRARIES;APART" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cc)
  list(FILTER sources EXCLUDE REGEX "/main\\.cc$")
  if(sources)
    set(scope PUBLIC)
    add_library(scriba_${name} STATIC ${sources})
    list(TRANSFORM ROOM_APART PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
    set(together ${sources})
    list(REMOVE_ITEM together ${ROOM_APART})
    scriba_batches(scriba_${name} ${together})
  else()
    set(scope INTERFACE)
    add_library(scriba_${name} INTERFACE)
  endif()
  target_link_libraries(scriba_${name} ${scope} scriba_options ${ROOM_LIBRARIES})
  foreach(dependency IN LISTS ROOM_DEPENDS)
    target_link_libraries(scriba_${name} ${scope} scriba_${dependency})
  endforeach()
endfunction()

# scriba_embed(TARGET VARIABLE HEADER ROOT file...)
#   Compiles files into TARGET as a sorted table of {path relative to ROOT, bytes}: `scriba::embedded::VARIABLE()`,
#   declared in the generated header HEADER.
function(scriba_embed target variable header root)
  set(script ${CMAKE_SOURCE_DIR}/cmake/embed.py)
  set(directory ${CMAKE_BINARY_DIR}/generated/embedded)
  file(MAKE_DIRECTORY ${directory})
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  add_custom_command(
    OUTPUT ${directory}/${header}.cc ${directory}/${header}.h
    COMMAND Python3::Interpreter ${script} ${variable} ${directory}/${header} ${root} ${ARGN}
    DEPENDS ${script} ${ARGN}
    COMMENT "Embedding ${header}"
    VERBATIM)
  target_sources(${target} PRIVATE ${directory}/${header}.cc ${directory}/${header}.h)
  target_include_directories(${target} PUBLIC ${CMAKE_BINARY_DIR}/generated)
endfunction()
