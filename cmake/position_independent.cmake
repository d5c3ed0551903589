# What a library consists of can be in a shared library, too: in the Python module. Its functions are hidden,
# so that the compiler knows all of their callers, and makes the same code of them as for a program.
# Headers that are compiled once are for programs alone (heads.cmake).
function(schemac_position_independent target)
  if(SCHEMAC_PRECOMPILE_HEADERS)
    return()
  endif()
  set_target_properties(${target} PROPERTIES
    POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()
