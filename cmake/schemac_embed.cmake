# schemac_embed(target NAMESPACE a::b FILES style.css script.js ...)
#
# Puts files into a program as they are: `style.css` becomes `const html::Asset style_css` of the
# namespace, which a header beside the file declares. So styles and scripts of pages stay files that
# one reads and edits, and a change of one is a build of one small source.
function(schemac_embed target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAMESPACE" "FILES")
  foreach(file IN LISTS arg_FILES)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE path)
    cmake_path(GET file FILENAME name)
    string(MAKE_C_IDENTIFIER ${name} name)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded/${file}.cpp)
    add_custom_command(
      OUTPUT ${source}
      COMMAND ${CMAKE_COMMAND} -D FILE=${path} -D NAME=${name} -D NAMESPACE=${arg_NAMESPACE}
              -D OUTPUT=${source} -P ${PROJECT_SOURCE_DIR}/cmake/embed_file.cmake
      DEPENDS ${path} ${PROJECT_SOURCE_DIR}/cmake/embed_file.cmake
      COMMENT "Embedding ${file}"
      VERBATIM)
    target_sources(${target} PRIVATE ${source})
    set_source_files_properties(${source} PROPERTIES
      SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
  endforeach()
endfunction()
