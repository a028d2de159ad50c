/* The frames of the running functions: see frames.h. */
#include "race/frames.h"

#include <unwind.h>

struct search {
    uintptr_t address;
    struct uci_frame *frame, *called;
    bool is_found;
};

/* Of the unwinder's contexts the one of the function that a frame has called
 * has that frame's end. */
static _Unwind_Reason_Code look_at(struct _Unwind_Context *context, void *p)
{
    /* Those that functions keep for their callers. */
    static const int kept[] = {3, 6, 12, 13, 14, 15};
    struct search *s = p;
    int is_before;
    uintptr_t sp = _Unwind_GetCFA(context);
    s->frame->end = sp;
    if (s->frame->pc != 0 && s->address < sp) {
        s->is_found = true;
        return _URC_NORMAL_STOP;
    }
    *s->called = *s->frame;
    *s->frame = (struct uci_frame){.known = 1u << UCI_FRAME_SP};
    s->frame->pc = _Unwind_GetIPInfo(context, &is_before);
    s->frame->pc -= !is_before;
    s->frame->registers[UCI_FRAME_SP] = sp;
    for (unsigned i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        s->frame->registers[kept[i]] = _Unwind_GetGR(context, kept[i]);
        s->frame->known |= 1u << kept[i];
    }
    return _URC_NO_REASON;
}

bool uci_frame_find(uintptr_t address, struct uci_frame *frame,
                    struct uci_frame *called)
{
    struct search s = {address, frame, called, false};
    *frame = *called = (struct uci_frame){.pc = 0};
    _Unwind_Backtrace(look_at, &s);
    return s.is_found;
}
