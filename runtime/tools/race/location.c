/* Debug information, and where variables are: see location.h. */
#define _GNU_SOURCE
#include "race/location.h"

#include <dlfcn.h>
#include <dwarf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

struct uci_dw uci_dw;

static bool load(void)
{
    static enum { UNTRIED, LOADED, MISSING } state;
    if (state != UNTRIED)
        return state == LOADED;
    void *library = dlopen("libdw.so.1", RTLD_NOW | RTLD_LOCAL);
    state = library ? LOADED : MISSING;
#define LOAD(name)                                                             \
    if (state == LOADED &&                                                     \
        !(uci_dw.name = (__typeof__(uci_dw.name))dlsym(library, #name)))       \
        state = MISSING;
    UCI_DW_FUNCTIONS(LOAD)
#undef LOAD
    return state == LOADED;
}

Dwarf *uci_debug_info(const char *path)
{
    static struct file {
        struct file *next;
        Dwarf *info;
        char path[];
    } *files;
    for (const struct file *f = files; f; f = f->next)
        if (strcmp(f->path, path) == 0)
            return f->info;
    if (!load())
        return NULL;
    size_t size = strlen(path) + 1;
    struct file *file = malloc(sizeof *file + size);
    if (!file)
        return NULL;
    memcpy(file->path, path, size);
    file->next = files;
    files = file;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    file->info = fd < 0 ? NULL : uci_dw.dwarf_begin(fd, DWARF_C_READ);
    return file->info; /* which goes on to read from fd */
}

bool uci_die_first(Dwarf_Die *parent, Dwarf_Die *child)
{
    return uci_dw.dwarf_child(parent, child) == 0;
}

bool uci_die_next(Dwarf_Die *child)
{
    return uci_dw.dwarf_siblingof(child, child) == 0;
}

/* --- Locations --- */

enum { ROOM = 16 };
struct stack {
    uint64_t at[ROOM];
    unsigned n;
};

static bool push(struct stack *s, uint64_t value)
{
    if (s->n == ROOM)
        return false;
    s->at[s->n++] = value;
    return true;
}

static bool evaluate(const struct uci_scope *scope, Dwarf_Attribute *attribute,
                     const Dwarf_Op *ops, size_t n, uint64_t *result,
                     bool *is_value);

/* The expression of the attribute for the frame's instruction. */
static bool evaluate_attribute(const struct uci_scope *scope,
                               Dwarf_Attribute *attribute, uint64_t *result,
                               bool *is_value)
{
    Dwarf_Op *ops;
    size_t n;
    uintptr_t pc = scope->frame ? scope->frame->pc - scope->bias : 0;
    return uci_dw.dwarf_getlocation_addr(attribute, pc, &ops, &n, 1) == 1 &&
           evaluate(scope, attribute, ops, n, result, is_value);
}

static bool frame_base(const struct uci_scope *scope, uint64_t *base)
{
    Dwarf_Attribute attribute;
    bool is_value;
    struct uci_scope own = *scope;
    own.function = NULL; /* a base that needs itself is none */
    return scope->function &&
           uci_dw.dwarf_attr(scope->function, DW_AT_frame_base, &attribute) &&
           evaluate_attribute(&own, &attribute, base, &is_value);
}

static bool register_of(const struct uci_scope *scope, unsigned number,
                        uint64_t *value)
{
    if (!scope->frame || number >= UCI_FRAME_REGISTERS ||
        !(scope->frame->known >> number & 1))
        return false;
    *value = scope->frame->registers[number];
    return true;
}

/* A word of the frame. */
static bool read_word(const struct uci_scope *scope, uint64_t at,
                      uint64_t *word)
{
    const struct uci_frame *f = scope->frame;
    if (!f || at < f->registers[UCI_FRAME_SP] || at > f->end - sizeof *word)
        return false;
    memcpy(word, (const void *)at, sizeof *word);
    return true;
}

static bool address_in(const struct uci_scope *scope,
                       Dwarf_Attribute *attribute, const Dwarf_Op *op,
                       uint64_t *value)
{
    Dwarf_Attribute found;
    Dwarf_Addr address;
    if (uci_dw.dwarf_getlocation_attr(attribute, op, &found) != 0)
        return false;
    if (op->atom == DW_OP_addrx || op->atom == DW_OP_GNU_addr_index) {
        *value = scope->bias;
        if (uci_dw.dwarf_formaddr(&found, &address) != 0)
            return false;
        *value += address;
        return true;
    }
    Dwarf_Word word;
    if (uci_dw.dwarf_formudata(&found, &word) != 0)
        return false;
    *value = word;
    return true;
}

/* An operation that takes one or two values from the stack. */
static bool combine(const struct uci_scope *scope, const Dwarf_Op *op,
                    struct stack *s)
{
    bool is_binary = op->atom == DW_OP_plus || op->atom == DW_OP_minus ||
                     op->atom == DW_OP_mul || op->atom == DW_OP_and;
    if (s->n < 1u + is_binary)
        return false;
    uint64_t last = s->at[s->n - 1], *top = &s->at[s->n -= is_binary];
    top--;
    switch (op->atom) {
    case DW_OP_plus:
        *top += last;
        return true;
    case DW_OP_minus:
        *top -= last;
        return true;
    case DW_OP_mul:
        *top *= last;
        return true;
    case DW_OP_and:
        *top &= last;
        return true;
    case DW_OP_plus_uconst:
        *top += op->number;
        return true;
    case DW_OP_deref:
        return read_word(scope, last, top);
    case DW_OP_form_tls_address:
    case DW_OP_GNU_push_tls_address:
        *top += scope->tls;
        return scope->tls != 0;
    default:
        return false;
    }
}

static bool step(const struct uci_scope *scope, Dwarf_Attribute *attribute,
                 const Dwarf_Op *op, struct stack *s)
{
    uint64_t value = 0;
    if (op->atom >= DW_OP_lit0 && op->atom <= DW_OP_lit31)
        return push(s, op->atom - DW_OP_lit0);
    if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31)
        return register_of(scope, op->atom - DW_OP_breg0, &value) &&
               push(s, value + op->number);
    if (op->atom >= DW_OP_const1u && op->atom <= DW_OP_consts)
        return push(s, op->number);
    switch (op->atom) {
    case DW_OP_addr:
        return push(s, op->number + scope->bias);
    case DW_OP_addrx:
    case DW_OP_GNU_addr_index:
    case DW_OP_constx:
    case DW_OP_GNU_const_index:
        return address_in(scope, attribute, op, &value) && push(s, value);
    case DW_OP_fbreg:
        return frame_base(scope, &value) && push(s, value + op->number);
    case DW_OP_call_frame_cfa:
        return scope->frame && push(s, scope->frame->end);
    default:
        return combine(scope, op, s);
    }
}

/* The result is an address, or a value that is nowhere in memory. */
static bool evaluate(const struct uci_scope *scope, Dwarf_Attribute *attribute,
                     const Dwarf_Op *ops, size_t n, uint64_t *result,
                     bool *is_value)
{
    struct stack s = {.n = 0};
    *is_value = false;
    if (n == 1 && ops->atom >= DW_OP_reg0 && ops->atom <= DW_OP_reg31) {
        *is_value = true;
        return register_of(scope, ops->atom - DW_OP_reg0, result);
    }
    for (size_t i = 0; i < n; i++) {
        *is_value = ops[i].atom == DW_OP_stack_value && i == n - 1;
        if (!*is_value && !step(scope, attribute, ops + i, &s))
            return false;
    }
    if (s.n == 0)
        return false;
    *result = s.at[s.n - 1];
    return true;
}

bool uci_location_of(const struct uci_scope *scope, Dwarf_Die *variable,
                     uintptr_t *address)
{
    Dwarf_Attribute attribute;
    uint64_t result;
    bool is_value;
    if (!uci_dw.dwarf_attr(variable, DW_AT_location, &attribute) ||
        !evaluate_attribute(scope, &attribute, &result, &is_value) || is_value)
        return false;
    *address = result;
    return true;
}

ptrdiff_t uci_location_next(const struct uci_scope *scope, Dwarf_Die *variable,
                            ptrdiff_t state, uintptr_t *address)
{
    Dwarf_Attribute attribute;
    Dwarf_Addr base, begin, end;
    Dwarf_Op *ops;
    size_t n;
    uint64_t result;
    bool is_value;
    *address = 0;
    if (!uci_dw.dwarf_attr(variable, DW_AT_location, &attribute))
        return 0;
    state = uci_dw.dwarf_getlocations(&attribute, state, &base, &begin, &end,
                                      &ops, &n);
    if (state <= 0)
        return 0;
    if (evaluate(scope, &attribute, ops, n, &result, &is_value) && !is_value)
        *address = result;
    return state;
}

/* What the variable holds. */
static bool number_in(const struct uci_scope *scope, Dwarf_Die *variable,
                      uint64_t *number)
{
    Dwarf_Attribute attribute;
    uint64_t result;
    bool is_value;
    if (!uci_dw.dwarf_attr(variable, DW_AT_location, &attribute) ||
        !evaluate_attribute(scope, &attribute, &result, &is_value))
        return false;
    *number = result;
    return is_value || read_word(scope, result, number);
}

bool uci_location_number(const struct uci_scope *scope, Dwarf_Die *die,
                         unsigned name, uint64_t *number)
{
    Dwarf_Attribute attribute;
    Dwarf_Die variable;
    Dwarf_Word word;
    bool is_value;
    if (!uci_dw.dwarf_attr_integrate(die, name, &attribute))
        return false;
    if (uci_dw.dwarf_formudata(&attribute, &word) == 0) {
        *number = word;
        return true;
    }
    if (uci_dw.dwarf_formref_die(&attribute, &variable))
        return number_in(scope, &variable, number);
    return evaluate_attribute(scope, &attribute, number, &is_value);
}
