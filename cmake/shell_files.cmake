# Completions and manual pages, made by the program itself and installed where shells and `man` look.
set(shell_files ${PROJECT_BINARY_DIR}/share)

add_custom_command(
  OUTPUT ${shell_files}/man/man1/schemac.1
  COMMAND ${CMAKE_COMMAND} -E make_directory ${shell_files}/completions
  COMMAND schemac completion bash > ${shell_files}/completions/schemac
  COMMAND schemac completion zsh > ${shell_files}/completions/_schemac
  COMMAND schemac completion fish > ${shell_files}/completions/schemac.fish
  COMMAND schemac man -o ${shell_files}/man/man1
  DEPENDS schemac
  COMMENT "Making completions and manual pages")
add_custom_target(schemac_shell_files ALL DEPENDS ${shell_files}/man/man1/schemac.1)

install(DIRECTORY ${shell_files}/man/man1/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
  OPTIONAL FILES_MATCHING PATTERN "*.1")
install(FILES ${shell_files}/completions/schemac
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions OPTIONAL)
install(FILES ${shell_files}/completions/_schemac
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions OPTIONAL)
install(FILES ${shell_files}/completions/schemac.fish
  DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d OPTIONAL)
