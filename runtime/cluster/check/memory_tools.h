/* Tools that watch memory: valgrind, and the compilers' sanitizers. */
#ifndef UCI_MEMORY_TOOLS_H
#define UCI_MEMORY_TOOLS_H

/* When the options are known: where there is such a tool it finds what it finds
 * in C, on one worker with the heap that it watches. */
void uci_memory_tools_start(char **argv, char **environment);

/* Just before main's stack is entered, with what is to be done there first. */
void uci_memory_tools_leave_stack(void);
void uci_memory_tools_enter_stack(void);

/* exit(): before a tool looks for leaks. */
void uci_memory_tools_finish(void);

#endif
