/* What seeded.c, locals.c and seeded_library.c share. */
extern long shared_word, shared_array[64];
void library_add(long *to);
long library_read(const long *from);
void library_spawns(void);
void library_local(void);
void far_write(long *to, long value);
