# scriba_room(NAME DEPENDS room... LIBRARIES target...)
#   A room is one static library of all sources in its folder, linking only the rooms it may include.
function(scriba_room name)
  cmake_parse_arguments(ROOM "" "" "DEPENDS;LIBRARIES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cc)
  list(FILTER sources EXCLUDE REGEX "/main\\.cc$")
  if(sources)
    set(scope PUBLIC)
    add_library(scriba_${name} STATIC ${sources})
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
