/* What seeded.c, locals.c and seeded_library.c share. */
extern long shared_word, shared_array[64];
void library_add(long *to);
long library_read(const long *from);
void library_spawns(void);
void library_local(void);
void far_write(long *to, long value);

/* A case: a call is spawned, and a statement runs beside it; the same with variables
 * of its own; and a loop. */
#define BESIDE(name, spawned, ...) WITH(name, spawned, __VA_ARGS__, )
#define WITH(name, spawned, statement, ...)                                    \
    void c_##name(void)                                                        \
    {                                                                          \
        __VA_ARGS__;                                                           \
        cilk_spawn spawned;                                                    \
        statement;                                                             \
    }
#define LOOP(name, n, statement, ...)                                          \
    void c_##name(void)                                                        \
    {                                                                          \
        __VA_ARGS__;                                                           \
        cilk_for (int i = 0; i < n; i++)                                       \
            statement;                                                         \
    }
