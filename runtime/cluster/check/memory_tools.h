/* Tools that watch memory: valgrind and the compilers' sanitizers. */
#pragma once

/* Called when the options are known: with such a tool there is one worker, and
 * the tool finds what it finds in C.  Ends the program with a message if the
 * tool cannot work. */
void uci_memory_tools_start(char **argv, char **environment);

/* Called right before and right behind the switch to main's stack. */
void uci_memory_tools_leave_stack(void);
void uci_memory_tools_enter_stack(void);

/* Called in exit(), before a tool looks for leaks. */
void uci_memory_tools_finish(void);
