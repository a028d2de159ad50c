/* Frames by the rules of .eh_frame.  See walk.h. */
#define _GNU_SOURCE
#include "arch/x86_64/walk.h"

#include <link.h>
#include <stddef.h>
#include <string.h>

typedef struct uci_walk_row row_t;
typedef struct uci_walk_rule rule_t;

/* The registers of walk.h, in the order of a row's rules. */
enum { RBX, RBP, R12, R13, R14, R15, RETURN, N_TRACKED };
static const uint8_t in_registers[N_TRACKED] = {
    offsetof(struct uci_registers, rbx), offsetof(struct uci_registers, rbp),
    offsetof(struct uci_registers, r12), offsetof(struct uci_registers, r13),
    offsetof(struct uci_registers, r14), offsetof(struct uci_registers, r15),
    offsetof(struct uci_registers, rip),
};

/* DWARF's numbers. */
enum { DWARF_RSP = 7, DWARF_RETURN = 16 };

/* The place of a register, by DWARF's number, in a row's rules; -1: it has
 * none, since calls do not preserve it, or since it is rsp. */
static int tracked(uint64_t dwarf)
{
    switch (dwarf) {
    case 3:
        return RBX;
    case 6:
        return RBP;
    case 12:
    case 13:
    case 14:
    case 15:
        return R12 + (int)dwarf - 12;
    case DWARF_RETURN:
        return RETURN;
    default:
        return -1;
    }
}

/* --- Numbers --- */

static uint64_t fixed(const uint8_t **p, size_t size)
{
    uint64_t v = 0;
    memcpy(&v, *p, size); /* little-endian */
    *p += size;
    return v;
}

/* LEB128: seven bits a byte, the lowest first. */
static uint64_t leb(const uint8_t **p, bool is_signed)
{
    uint64_t v = 0;
    uint8_t byte;
    unsigned shift = 0;
    do {
        byte = *(*p)++;
        if (shift < 64)
            v |= (uint64_t)(byte & 127) << shift;
        shift += 7;
    } while (byte & 128);
    if (is_signed && byte & 64 && shift < 64)
        v |= ~(uint64_t)0 << shift;
    return v;
}

static uint64_t unsigned_leb(const uint8_t **p)
{
    return leb(p, false);
}

static int64_t signed_leb(const uint8_t **p)
{
    return (int64_t)leb(p, true);
}

/* A block of bytes with its size before it: returns its start, and skips it. */
static const uint8_t *block(const uint8_t **p)
{
    uint64_t size = unsigned_leb(p);
    const uint8_t *start = *p;
    *p += size;
    return start;
}

/* Encodings of addresses (DW_EH_PE_*): the bytes, and what they are added to.
 */
enum { ENC_RELATIVE = 0x70, ENC_PC = 0x10, ENC_DATA = 0x30 };

static size_t encoded_size(unsigned encoding)
{
    switch (encoding & 0x0f) {
    case 0x00:
    case 0x04:
    case 0x0c:
        return 8;
    case 0x02:
    case 0x0a:
        return 2;
    case 0x03:
    case 0x0b:
        return 4;
    default: /* of variable length: nobody writes them here */
        return 0;
    }
}

/* Reads one; `data' is what ENC_DATA adds.  False if it is none of those that
 * linkers and compilers write. */
static bool encoded(const uint8_t **p, unsigned encoding, uintptr_t data,
                    uintptr_t *v)
{
    size_t size = encoded_size(encoding);
    uintptr_t at = (uintptr_t)*p;
    if (size == 0 || encoding & 0x80)
        return false;
    *v = fixed(p, size);
    if (encoding & 0x08 && size < 8) {
        unsigned up = 64 - 8 * (unsigned)size;
        *v = (uintptr_t)((int64_t)(*v << up) >> up);
    }
    switch (encoding & ENC_RELATIVE) {
    case 0:
        return true;
    case ENC_PC:
        *v += at;
        return true;
    case ENC_DATA:
        *v += data;
        return true;
    default:
        return false;
    }
}

/* --- Where the rules of a pc are --- */

/* .eh_frame_hdr of the object that has the pc. */
struct object {
    uintptr_t pc;
    const uint8_t *header;
};

static int look_into(struct dl_phdr_info *info, size_t size, void *result)
{
    struct object *o = result;
    const uint8_t *header = NULL;
    bool has_pc = false;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + h->p_vaddr;
        if (h->p_type == PT_LOAD && o->pc - start < h->p_memsz)
            has_pc = true;
        else if (h->p_type == PT_GNU_EH_FRAME)
            header = (const uint8_t *)start;
    }
    if (has_pc)
        o->header = header;
    return has_pc;
}

/* The FDE that the table of .eh_frame_hdr has for the pc: that of the last
 * function that begins at or before it.  NULL if there is no such table. */
static const uint8_t *find_description(const uint8_t *header, uintptr_t pc)
{
    enum { VERSION = 1, TABLE = ENC_DATA | 0x0b };
    const uint8_t *p = header + 4;
    uintptr_t unused, n;
    uintptr_t base = (uintptr_t)header;
    if (header[0] != VERSION || header[3] != TABLE ||
        !encoded(&p, header[1], base, &unused) ||
        !encoded(&p, header[2], base, &n))
        return NULL;
    const struct {
        int32_t start, description; /* from the header on */
    } *table = (const void *)p;
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (base + (uintptr_t)(intptr_t)table[middle].start <= pc)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? header + table[low - 1].description : NULL;
}

/* What a function's rules share. */
struct common_part {
    const uint8_t *instructions, *end;
    uint64_t code_align;
    int64_t data_align;
    unsigned encoding;
    bool has_z;
};

static bool read_common_part(const uint8_t *p, struct common_part *c)
{
    uint32_t length = (uint32_t)fixed(&p, 4);
    c->end = p + length;
    if (fixed(&p, 4) != 0) /* the number of a CIE */
        return false;
    unsigned version = *p++;
    const char *augmentation = (const char *)p;
    p += strlen(augmentation) + 1;
    c->code_align = unsigned_leb(&p);
    c->data_align = signed_leb(&p);
    if ((version == 1 ? *p++ : unsigned_leb(&p)) != DWARF_RETURN)
        return false;
    c->encoding = 0;
    c->has_z = *augmentation == 'z';
    c->instructions = p;
    if (!c->has_z)
        return *augmentation == '\0';
    uint64_t size = unsigned_leb(&p);
    c->instructions = p + size; /* behind what the letters stand for */
    for (const char *a = augmentation + 1; *a; a++) {
        switch (*a) {
        case 'R':
            c->encoding = *p++;
            break;
        case 'L':
            p++;
            break;
        case 'P': {
            unsigned encoding = *p++;
            p += encoded_size(encoding);
            break;
        }
        default: /* a signal's frame, among others */
            return false;
        }
    }
    return true;
}

/* --- The rules of a pc --- */

/* Runs instructions up to those of the pc, which is `distance' bytes behind the
 * function's start.  `initial' is what the common part says.  False if one is
 * not known.  Long, for it has a case for each instruction. */
// NOLINTNEXTLINE(readability-function-size)
static bool run(row_t *row, const row_t *initial, const struct common_part *c,
                const uint8_t *p, const uint8_t *end, uint64_t distance)
{
    enum { DEPTH = 8 };
    row_t kept[DEPTH];
    int depth = 0;
    uint64_t at = 0;
    while (p < end) {
        uint8_t op = *p++;
        uint64_t step = 0, reg = 0;
        rule_t rule = {UCI_WALK_SAME, 0, NULL};
        switch (op & 0xc0) {
        case 0x40: /* DW_CFA_advance_loc */
            step = op & 0x3f;
            break;
        case 0x80: /* DW_CFA_offset */
        case 0xc0: /* DW_CFA_restore */
            reg = op & 0x3f;
            break;
        }
        switch (op & 0xc0 ? op & 0xc0 : op) {
        case 0x00: /* DW_CFA_nop */
            continue;
        case 0x40:
            goto advance;
        case 0x02: /* DW_CFA_advance_loc1, 2, 4 */
            step = fixed(&p, 1);
            goto advance;
        case 0x03:
            step = fixed(&p, 2);
            goto advance;
        case 0x04:
            step = fixed(&p, 4);
            goto advance;
        case 0x05: /* DW_CFA_offset_extended, _sf */
        case 0x11:
            reg = unsigned_leb(&p);
            /* fall through */
        case 0x80:
            rule.how = UCI_WALK_OFFSET;
            rule.offset =
                (int32_t)((int64_t)leb(&p, op == 0x11) * c->data_align);
            break;
        case 0x06: /* DW_CFA_restore_extended */
            reg = unsigned_leb(&p);
            /* fall through */
        case 0xc0:
            if (tracked(reg) >= 0)
                rule = initial->rules[tracked(reg)];
            break;
        case 0x07: /* DW_CFA_undefined */
            reg = unsigned_leb(&p);
            rule.how = UCI_WALK_UNKNOWN;
            break;
        case 0x08: /* DW_CFA_same_value */
            reg = unsigned_leb(&p);
            break;
        case 0x09: /* DW_CFA_register, DW_CFA_val_offset */
        case 0x14:
            reg = unsigned_leb(&p);
            unsigned_leb(&p);
            rule.how = UCI_WALK_UNKNOWN;
            break;
        case 0x10: /* DW_CFA_expression */
        case 0x16: /* DW_CFA_val_expression */
            reg = unsigned_leb(&p);
            rule.how = op == 0x10 ? UCI_WALK_EXPRESSION : UCI_WALK_UNKNOWN;
            rule.expression = p;
            block(&p);
            break;
        case 0x0a: /* DW_CFA_remember_state */
            if (depth == DEPTH)
                return false;
            kept[depth++] = *row;
            continue;
        case 0x0b: /* DW_CFA_restore_state */
            if (depth == 0)
                return false;
            *row = kept[--depth];
            continue;
        case 0x0c: /* DW_CFA_def_cfa, _sf, DW_CFA_def_cfa_register */
        case 0x12:
        case 0x0d:
            row->cfa_register = (uint8_t)unsigned_leb(&p);
            row->cfa_expression = NULL;
            if (op == 0x0d)
                continue;
            /* fall through */
        case 0x0e: /* DW_CFA_def_cfa_offset, _sf */
        case 0x13:
            row->cfa_offset = op < 0x12
                                  ? (int32_t)unsigned_leb(&p)
                                  : (int32_t)(signed_leb(&p) * c->data_align);
            continue;
        case 0x0f: /* DW_CFA_def_cfa_expression */
            row->cfa_expression = p;
            block(&p);
            continue;
        case 0x2e: /* DW_CFA_GNU_args_size */
            unsigned_leb(&p);
            continue;
        default:
            return false;
        }
        if (tracked(reg) >= 0)
            row->rules[tracked(reg)] = rule;
        else if (reg == DWARF_RSP) /* the caller's is not the CFA */
            return false;
        continue;
    advance:
        at += step * c->code_align;
        if (at > distance)
            return true;
    }
    return true;
}

/* Fills in a row; returns whether it is of use. */
static bool look_up(row_t *row, uintptr_t pc)
{
    struct object object = {pc, NULL};
    if (!dl_iterate_phdr(look_into, &object) || !object.header)
        return false;
    const uint8_t *p = find_description(object.header, pc);
    if (!p)
        return false;
    uint32_t length = (uint32_t)fixed(&p, 4);
    const uint8_t *end = p + length, *common = p;
    common -= fixed(&p, 4);
    struct common_part c;
    uintptr_t start, size;
    if (length == 0 || length == UINT32_MAX || !read_common_part(common, &c) ||
        !encoded(&p, c.encoding, 0, &start) ||
        !encoded(&p, c.encoding & 0x0f, 0, &size) || pc - start >= size)
        return false;
    if (c.has_z)
        block(&p);
    if (!run(row, row, &c, c.instructions, c.end, 0))
        return false;
    row_t initial = *row;
    return run(row, &initial, &c, p, end, pc - start) &&
           row->rules[RETURN].how == UCI_WALK_OFFSET &&
           row->rules[RETURN].offset == -8;
}

static const row_t *row_of(struct uci_walk_cache *cache, uintptr_t pc)
{
    row_t *row = &cache->rows[(pc ^ pc >> 8) % UCI_WALK_ROWS];
    if (row->pc != pc) {
        memset(row, 0, sizeof *row);
        row->is_known = look_up(row, pc);
        row->pc = pc;
    }
    return row;
}

bool uci_walk_is_end(struct uci_walk_cache *cache, uintptr_t pc)
{
    return row_of(cache, pc)->rules[RETURN].how == UCI_WALK_UNKNOWN;
}

bool uci_walk_knows(struct uci_walk_cache *cache, uintptr_t pc)
{
    return row_of(cache, pc)->is_known;
}

static int count(struct dl_phdr_info *info, size_t size, void *generation)
{
    (void)size;
    *(uint64_t *)generation = info->dlpi_adds + (info->dlpi_subs << 32);
    return 1;
}

void uci_walk_begin(struct uci_walk_cache *cache)
{
    uint64_t generation = 0;
    dl_iterate_phdr(count, &generation);
    if (generation == cache->generation)
        return;
    if (cache->generation != 0) /* else it is fresh: no page is touched */
        memset(cache, 0, sizeof *cache);
    cache->generation = generation;
}

/* --- One frame --- */

static bool word_at(const struct uci_walk_stacks *stacks, uintptr_t address,
                    uintptr_t *v)
{
    if (address % sizeof *v != 0 ||
        address - stacks->low >= stacks->high - stacks->low)
        return false;
    *v = *(const uintptr_t *)address;
    return true;
}

static uintptr_t *place_of(struct uci_registers *r, int which)
{
    return (uintptr_t *)((char *)r + in_registers[which]);
}

static bool value_of(const struct uci_registers *at, uint64_t dwarf,
                     uintptr_t *v)
{
    struct uci_registers r = *at;
    if (dwarf == DWARF_RSP)
        *v = r.rsp;
    else if (tracked(dwarf) >= 0)
        *v = *place_of(&r, tracked(dwarf));
    else
        return false;
    return true;
}

/* An expression, of those that compilers and linkers write: for the PLT and for
 * frames that are realigned.  `first' is on its stack already, if not null. */
static bool evaluate(const struct uci_walk_stacks *stacks, const uint8_t *p,
                     const struct uci_registers *at, const uintptr_t *first,
                     uintptr_t *v)
{
    enum { DEPTH = 8 };
    uintptr_t stack[DEPTH + 1];
    int n = 0;
    uint64_t size = unsigned_leb(&p);
    const uint8_t *end = p + size;
    if (first)
        stack[n++] = *first;
    while (p < end) {
        uint8_t op = *p++;
        if (n == DEPTH)
            return false;
        if (op >= 0x70 && op <= 0x8f) { /* DW_OP_breg */
            if (!value_of(at, op - 0x70u, &stack[n]))
                return false;
            stack[n++] += (uintptr_t)signed_leb(&p);
            continue;
        }
        if (op >= 0x30 && op <= 0x4f) { /* DW_OP_lit */
            stack[n++] = op - 0x30u;
            continue;
        }
        if (n < 1)
            return false;
        if (op == 0x06) { /* DW_OP_deref */
            if (!word_at(stacks, stack[n - 1], &stack[n - 1]))
                return false;
            continue;
        }
        if (op == 0x23) { /* DW_OP_plus_uconst */
            stack[n - 1] += unsigned_leb(&p);
            continue;
        }
        if (n < 2)
            return false;
        uintptr_t right = stack[--n], *left = &stack[n - 1];
        switch (op) {
        case 0x1a: /* DW_OP_and */
            *left &= right;
            break;
        case 0x1c: /* DW_OP_minus */
            *left -= right;
            break;
        case 0x22: /* DW_OP_plus */
            *left += right;
            break;
        case 0x24: /* DW_OP_shl */
            *left <<= right;
            break;
        case 0x2a: /* DW_OP_ge */
            *left = (intptr_t)*left >= (intptr_t)right;
            break;
        default:
            return false;
        }
    }
    if (n < 1)
        return false;
    *v = stack[n - 1];
    return true;
}

static bool canonical_address(const struct uci_walk_stacks *stacks,
                              const row_t *row, const struct uci_registers *at,
                              uintptr_t *cfa)
{
    if (row->cfa_expression)
        return evaluate(stacks, row->cfa_expression, at, NULL, cfa);
    if (!value_of(at, row->cfa_register, cfa))
        return false;
    *cfa += (uintptr_t)(intptr_t)row->cfa_offset;
    return true;
}

bool uci_walk_up(struct uci_walk_cache *cache,
                 const struct uci_walk_stacks *stacks, struct uci_registers *at,
                 bool is_exact)
{
    /* The call may be the last instruction of its function. */
    const row_t *row = row_of(cache, is_exact ? at->rip : at->rip - 1);
    uintptr_t cfa;
    if (!row->is_known || !canonical_address(stacks, row, at, &cfa))
        return false;
    /* The return address lies above rsp, unless rsp is on another stack: that
     * of a stolen parent.  Behind the last `pop' of a realigned frame gcc's
     * rules lead elsewhere. */
    uintptr_t last = cfa - sizeof cfa;
    if (last < at->rsp && (last - stacks->low) / stacks->size ==
                              (at->rsp - stacks->low) / stacks->size)
        return false;
    struct uci_registers caller = *at;
    for (int i = 0; i < N_TRACKED; i++) {
        const rule_t *rule = &row->rules[i];
        uintptr_t address = cfa + (uintptr_t)(intptr_t)rule->offset;
        switch (rule->how) {
        case UCI_WALK_SAME:
            continue;
        case UCI_WALK_OFFSET:
            break;
        case UCI_WALK_EXPRESSION:
            if (!evaluate(stacks, rule->expression, at, &cfa, &address))
                return false;
            break;
        default:
            return false;
        }
        if (!word_at(stacks, address, place_of(&caller, i)))
            return false;
    }
    caller.rsp = cfa;
    *at = caller;
    return true;
}
