/* What runs in place of the program's main. */
#pragma once

typedef int uci_main_function(int, char **, char **);

/* The library's start.c defines both. */
/* The program's own. */
extern uci_main_function *uci_program_main;
/* Called by libc.  Does not return. */
int uci_start(int argc, char **argv, char **environment);
