# Included by an installed ucilk's package, and where ucilk is part of a project.

# ucilk_target(NAME): the C files of the target may have the keywords.  They
# are compiled by ucilkcc over the project's compiler; other targets are not
# touched.  Replaces a compiler launcher (ccache) for this target.  With the variable
# UCILK_PROFILE=scale a program is linked with ucilk::ucilk_scale: docs/scale.md.
function(ucilk_target name)
  if(NOT TARGET ucilk::ucilkcc)
    message(FATAL_ERROR "ucilk is here without ucilkcc (it needs libclang): "
                        "link ucilk::ucilk and use <ucilk/macros.h>")
  endif()
  get_target_property(is_installed ucilk::ucilkcc IMPORTED)
  if(is_installed)
    get_target_property(tool ucilk::ucilkcc LOCATION)
  else()
    get_target_property(tool ucilk::ucilkcc RUNTIME_OUTPUT_DIRECTORY)
    string(APPEND tool /ucilkcc)
    add_dependencies(${name} ucilk::ucilkcc)
  endif()
  set_target_properties(${name} PROPERTIES C_COMPILER_LAUNCHER "${tool};--ucilk-cc")
  # For what reads compile_commands.json (clangd, linters); ucilkcc does not ask.
  target_compile_definitions(${name} PRIVATE $<$<COMPILE_LANGUAGE:C>:UCILK_IDE>)
  get_target_property(type ${name} TYPE)
  if(type STREQUAL "EXECUTABLE" AND UCILK_PROFILE STREQUAL "scale")
    target_link_libraries(${name} PRIVATE ucilk::ucilk_scale)
  elseif(type STREQUAL "EXECUTABLE")
    target_link_libraries(${name} PRIVATE ucilk::ucilk)
  else()
    target_link_libraries(${name} PUBLIC ucilk::ucilk)
  endif()
endfunction()

# ucilk_add_executable(NAME SOURCE...): add_executable() and ucilk_target().
function(ucilk_add_executable name)
  add_executable(${name} ${ARGN})
  ucilk_target(${name})
endfunction()
