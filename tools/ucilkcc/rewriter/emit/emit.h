/*
 * The generated text, as edits.  emit.c has the order; each other file of this
 * folder shows what it makes of which construct.
 */
#pragma once

#include "source.h"

void uk_source_emit(struct uk_source *source);

/* Generated text: in the format `$' stands for the number of what it is of, and
 * `~' for the name; in all but literals `@' for __ucilk_. */
void uk_put(struct uk_buffer *output, int n, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void uk_put_name(struct uk_buffer *output, int n, const char *name,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Text at file scope at an offset, as if from a system header, and with no line
 * of the user's: breakpoints are not to strike in it.  Frees the buffer. */
void uk_emit_block(struct uk_source *source, unsigned offset,
                   struct uk_buffer *block);

/* The tokens [from, to). */
void uk_emit_tokens(struct uk_source *source, int from, int to,
                    struct uk_buffer *output);

/* N in the names that belong to it. */
static inline int uk_site_number(const struct uk_source *source,
                                 const struct uk_site *site)
{
    return (int)(site - source->sites);
}

/* --- emit_tasks.c --- */

void uk_task_declare(struct uk_source *source, const struct uk_site *site,
                     struct uk_buffer *output); /* before the function */
void uk_task_define(struct uk_source *source, const struct uk_site *site,
                    struct uk_buffer *output); /* behind it */
/* The f of __ucilk_spawn_N_f. */
const char *uk_task_callee(const struct uk_site *site);
/* Does argument i go into the args struct before __ucilk_spawn_N_f is called?
 */
bool uk_task_stores_first(const struct uk_site *site, int i);

/* --- emit_calls.c --- */

/* Finds the spawns that are written out as calls. */
void uk_calls_find(struct uk_source *source);
/* Does the compiler take spawns that are written out? */
bool uk_calls_are_written(const struct uk_source *source);
/* The rest of __ucilk_spawn_N_f, and that of the task up to its flags. */
void uk_call_print(struct uk_source *source, const struct uk_site *site,
                   struct uk_buffer *output);
void uk_call_define_task(struct uk_source *source, const struct uk_site *site,
                         struct uk_buffer *output);

/* --- emit_spawns.c --- */

void uk_site_emit(struct uk_source *source, const struct uk_site *site);

/* --- emit_frames.c --- */

/* A frame is that of a cilk_scope or cilk_for, given as its keyword, or of the
 * function, UK_NONE.  Each has a name of its own, for -Wshadow. */
const char *uk_frame_name(struct uk_source *source, int frame);
/* The name of the frame around a place, if it has spawns, or NULL. */
const char *uk_frame_at(struct uk_source *source, int function, int token);
void uk_frame_declare(struct uk_source *source, int frame,
                      struct uk_buffer *output);
void uk_frame_emit(struct uk_source *source,
                   const struct uk_function *function);
/* That of a body; `before' is the text in front of it. */
void uk_body_frame_emit(struct uk_source *source, const struct uk_loop *loop,
                        struct uk_buffer *before);
/* Arrays of variable length, which clang would release before the sync. */
void uk_frames_end_first(struct uk_source *source);
void uk_sync_emit(struct uk_source *source, const struct uk_keyword *keyword,
                  const char *frame);
/* That of one of the source's returns. */
void uk_return_emit(struct uk_source *source, int i);
void uk_scope_emit(struct uk_source *source, const struct uk_keyword *keyword);

/* --- emit_loops.c, emit_pieces.c --- */

int uk_loop_number(const struct uk_source *source, const struct uk_loop *loop);
/* The step, a constant or a member of `args'. */
void uk_loop_step(const struct uk_loop *loop, const char *args,
                  struct uk_buffer *output);
/* Before the function, behind it, and in it. */
void uk_loop_declare(struct uk_source *source, const struct uk_loop *loop,
                     struct uk_buffer *output);
void uk_loop_emit_piece(struct uk_source *source, const struct uk_loop *loop);
void uk_loop_emit(struct uk_source *source, const struct uk_loop *loop);
/* Parts of these that a block has, too: a field for what is captured, its value
 * at the site, variables of the body, attributes of the function. */
void uk_capture_declare(const struct uk_capture *capture,
                        struct uk_buffer *output);
void uk_captures_fill(struct uk_source *source, const struct uk_loop *loop,
                      struct uk_buffer *output);
void uk_captures_define(struct uk_source *source, const struct uk_loop *loop,
                        struct uk_buffer *output);
/* What stands before the name of the function, of this type, that a body moves
 * into. */
void uk_piece_begin(struct uk_source *source, const struct uk_loop *loop,
                    const char *type, struct uk_buffer *output);

/* --- emit_blocks.c --- */

/* Before the function, and the rest. */
void uk_block_declare(struct uk_source *source, const struct uk_loop *loop,
                      struct uk_buffer *output);
void uk_block_emit(struct uk_source *source, const struct uk_loop *loop);

/* --- emit_local_types.c --- */

/* Around all that is in the function which a body becomes. */
void uk_local_types_open(struct uk_source *source, const struct uk_loop *loop,
                         struct uk_buffer *output);
void uk_local_types_close(const struct uk_loop *loop, struct uk_buffer *output);

/* --- emit_reducers.c --- */

void uk_reducers_emit(struct uk_source *source);

/* --- emit_futures.c --- */

/* `long __ucilk_k_N = (k); ' of cilk_future(k), with the text so far in front:
 * what there is from `start' on up to the keyword is replaced.  Where the text
 * that follows it begins. */
unsigned uk_emit_count(struct uk_source *source, const struct uk_site *site,
                       unsigned start, struct uk_buffer *output);
/* What makes the future in the serial elision with pedigrees, but for the last
 * bracket. */
void uk_future_call_serial(struct uk_source *source, const struct uk_site *site,
                           struct uk_buffer *out);

void uk_future_emit_serial(struct uk_source *source,
                           const struct uk_site *site);

/* --- checks.c, in resolve/ --- */

void uk_emit_format_check(struct uk_source *s, const struct uk_site *site,
                          struct uk_buffer *out);

/* --- elide.c: the serial elision --- */

/* Blanks the keywords.  Are there some for which that is not enough?  Only
 * these are left, for the parser, and then uk_source_emit_serial. */
bool uk_source_elide(struct uk_source *source);
void uk_source_emit_serial(struct uk_source *source);

/* --- emit_inlets.c --- */

void uk_inlet_declare(struct uk_source *source, const struct uk_inlet *inlet,
                      struct uk_buffer *output);
void uk_inlet_emit(struct uk_source *source, const struct uk_inlet *inlet);
/* In the serial elision: the call of the inlet behind that of the function. */
void uk_inlet_emit_call(struct uk_source *source, const struct uk_site *site);
/* What a child of a function with inlets takes and does, behind its arguments
 * and its call. */
void uk_inlet_fields(struct uk_source *source, const struct uk_site *site,
                     struct uk_buffer *output);
void uk_inlet_define_run(struct uk_source *source, const struct uk_site *site,
                         struct uk_buffer *output);
void uk_inlet_end_body(struct uk_source *source, const struct uk_site *site,
                       struct uk_buffer *output);
void uk_inlet_set_fields(struct uk_source *source, const struct uk_site *site,
                         struct uk_buffer *output);
/* `if (ucilk_abi_aborted()) return ...;' at a token, or nothing. */
bool uk_may_leave(const struct uk_source *source, int function);
void uk_emit_leave(const struct uk_source *source, int function, int token,
                   struct uk_buffer *output);

/* --- emit_main.c --- */

/* The edits of `cilk int main' or cilk_main, if the file has one. */
bool uk_main_emit(struct uk_source *source);
