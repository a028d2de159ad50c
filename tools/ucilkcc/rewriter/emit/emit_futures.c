/*
 * The generated text of cilk_future, beside what it has in common with spawn.
 *
 *     cilk_future(k) f(a, b)          becomes
 *     __extension__ ({ long __ucilk_k_N = (k); struct __ucilk_args_N
 *         __ucilk_a_N[1]; __ucilk_future_N_f(a, b, __ucilk_a_N,
 *         &__ucilk_frame, __ucilk_k_N); })
 *
 * Nothing arrives later, so that it can stand wherever an expression can.  In
 * the serial elision the call stays as it is, and its result is handed to
 * ucilk_serial_future() of <ucilk/futures.h>; with pedigrees __ucilk_future_N_f
 * does that.
 */
#include "emit.h"

unsigned uk_emit_count(struct uk_source *s, const struct uk_site *site,
                       unsigned start, struct uk_buffer *out)
{
    int count = s->keywords[site->keyword].count;
    uk_put(out, uk_site_number(s, site), "long @k_$ = ");
    if (count == UK_NONE) {
        uk_buffer_print(out, "1; ");
        return start;
    }
    uk_edit_take(s, start, s->tokens[count].start, out);
    uk_buffer_print(out, "; ");
    return s->tokens[s->tokens[count].match].end;
}

void uk_future_call_serial(struct uk_source *s, const struct uk_site *site,
                           struct uk_buffer *out)
{
    int n = uk_site_number(s, site);
    unsigned start = uk_keyword_start(s, site->keyword);
    struct uk_place place = uk_source_place(s, start);
    uk_put(out, n, "ucilk_serial_future(@body_$(@a), ");
    if (site->result != NULL)
        uk_put(out, 0, "sizeof @a->result");
    else
        uk_buffer_print(out, "0");
    uk_put(out, 0, ", @k, \"%s\", \"%s:%u\"", site->shown, place.file,
           place.line);
}

void uk_future_emit_serial(struct uk_source *s, const struct uk_site *site)
{
    struct uk_buffer out = {0};
    const struct uk_keyword *k = &s->keywords[site->keyword];
    unsigned start = s->tokens[k->token].start;
    unsigned end = s->tokens[site->close].end;
    struct uk_place place = uk_source_place(s, start);
    int n = uk_site_number(s, site);
    uk_edit_align(s, start, &out);
    uk_buffer_print(&out, "__extension__ ({ ");
    unsigned call = uk_emit_count(s, site, start, &out);
    if (site->result != NULL)
        uk_put(&out, n, "__auto_type @v_$ =");
    else
        uk_buffer_print(&out, "(void)0;");
    uk_edit_take(s, call, k->count == UK_NONE ? s->tokens[k->token].end : call,
                 &out);
    if (site->result != NULL)
        uk_put(&out, n, "; ucilk_serial_future(&@v_$, sizeof @v_$");
    else
        uk_buffer_print(&out, "; ucilk_serial_future((void *)0, 0");
    uk_put(&out, n, ", @k_$, \"%s\", \"%s:%u\"); })", site->shown, place.file,
           place.line);
    uk_edit_take(s, end, end, &out);
}
