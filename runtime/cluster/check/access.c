/* Decodes instructions.  See memory_checks.h. */
#define _GNU_SOURCE
#include "cluster/check/memory_checks.h"

#include <string.h>

enum { ERROR_WRITE = 2, FLAG_TRAP = 0x100 };

/* The prefixes of an instruction. */
struct prefixes {
    bool operand16, locked, wide; /* 66, F0, REX.W */
    int repeat;                   /* F2, F3 or 0 */
    int map;       /* the table of opcodes: 0, or 0x0f, 0x38, 0x3a */
    size_t vector; /* with VEX or EVEX the bytes of a vector; or 0 */
};

static void take_simd_prefix(struct prefixes *p, unsigned pp)
{
    static const int repeats[] = {0, 0, 0xf3, 0xf2};
    p->operand16 = pp == 1;
    p->repeat = repeats[pp];
}

static void take_map(struct prefixes *p, unsigned map)
{
    p->map = map == 2 ? 0x38 : map == 3 ? 0x3a : 0x0f;
}

/* Decodes the prefixes; returns the opcode's address. */
static const unsigned char *take_prefixes(const unsigned char *at,
                                          struct prefixes *p)
{
    memset(p, 0, sizeof *p);
    for (;; at++) {
        if (*at == 0x66)
            p->operand16 = true;
        else if (*at == 0xf0)
            p->locked = true;
        else if (*at == 0xf2 || *at == 0xf3)
            p->repeat = *at;
        else if (!(*at == 0x2e || *at == 0x36 || *at == 0x3e || *at == 0x26 ||
                   *at == 0x64 || *at == 0x65 || *at == 0x67))
            break;
    }
    if ((*at & 0xf0) == 0x40)
        p->wide = *at++ & 8;
    if (*at == 0xc5) { /* VEX, two bytes */
        p->map = 0x0f;
        p->vector = at[1] & 4 ? 32 : 16;
        take_simd_prefix(p, at[1] & 3);
        return at + 2;
    }
    if (*at == 0xc4) { /* VEX, three */
        take_map(p, at[1] & 0x1f);
        p->wide = at[2] & 0x80;
        p->vector = at[2] & 4 ? 32 : 16;
        take_simd_prefix(p, at[2] & 3);
        return at + 3;
    }
    if (*at == 0x62) { /* EVEX */
        take_map(p, at[1] & 7);
        p->wide = at[2] & 0x80;
        p->vector = (size_t)16 << (at[3] >> 5 & 3);
        take_simd_prefix(p, at[2] & 3);
        return at + 4;
    }
    if (*at == 0x0f) {
        p->map = *++at == 0x38 || *at == 0x3a ? *at++ : 0x0f;
    }
    return at;
}

/* True for instructions that read what they write: x += ..., exchanges, bit
 * operations. */
static bool is_update(const struct prefixes *p, const unsigned char *opcode)
{
    unsigned op = *opcode;
    if (p->vector || p->map == 0x38 || p->map == 0x3a)
        return false;
    if (p->locked)
        return true;
    if (p->map == 0x0f)
        return op == 0xa4 || op == 0xa5 || op == 0xab || op == 0xac ||
               op == 0xad || op == 0xb0 || op == 0xb1 || op == 0xb3 ||
               op == 0xba || op == 0xbb || op == 0xc0 || op == 0xc1 ||
               op == 0xc7;
    return (op < 0x40 && (op & 7) < 2) || (op >= 0x80 && op <= 0x83) ||
           op == 0x86 || op == 0x87 || op == 0xc0 || op == 0xc1 ||
           (op >= 0xd0 && op <= 0xd3) || op == 0xf6 || op == 0xf7 ||
           op == 0xfe || op == 0xff;
}

static size_t size_of_plain(const struct prefixes *p,
                            const unsigned char *opcode)
{
    unsigned op = *opcode;
    size_t size = p->wide ? 8 : p->operand16 ? 2 : 4;
    if (op == 0xff && (opcode[1] >> 3 & 7) >= 2) /* call, jump, push */
        return 8;
    if (op == 0x8f || op == 0xdd) /* pop; x87 with doubles */
        return 8;
    if (op == 0x63) /* movslq */
        return 4;
    bool is_byte = (op < 0x40 && !(op & 1)) || op == 0x80 || op == 0x84 ||
                   op == 0x86 || op == 0x88 || op == 0x8a || op == 0xa4 ||
                   op == 0xa6 || op == 0xaa || op == 0xac || op == 0xae ||
                   op == 0xc0 || op == 0xc6 || op == 0xd0 || op == 0xd2 ||
                   op == 0xf6 || op == 0xfe;
    return is_byte ? 1 : size;
}

/* The size of opcodes behind 0F: of SSE and AVX, scalars or whole vectors, and
 * of older ones. */
static size_t size_of_0f(const struct prefixes *p, unsigned op)
{
    size_t whole = p->vector ? p->vector : 16;
    switch (op) {
    case 0xb6:
    case 0xbe:
    case 0xb0:
    case 0xc0: /* movzbl, cmpxchgb, xaddb */
        return 1;
    case 0xb7:
    case 0xbf:
        return 2;
    case 0x12:
    case 0x13:
    case 0x16:
    case 0x17:
    case 0xd6:
        return 8;
    case 0x6e:
        return p->wide ? 8 : 4;
    case 0x7e:
        return p->repeat || p->wide ? 8 : 4;
    case 0x2e:
    case 0x2f:
        return p->operand16 ? 8 : 4;
    case 0x2a:
        return p->wide ? 8 : 4;
    case 0x6f:
    case 0x7f:
        return whole;
    }
    bool is_simd = (op >= 0x10 && op < 0x18) || (op >= 0x28 && op < 0x30) ||
                   (op >= 0x50 && op < 0x80) || op == 0xc2 || op == 0xc6 ||
                   op >= 0xd0;
    if (!is_simd)
        return p->wide ? 8 : p->operand16 ? 2 : 4;
    return p->repeat == 0xf2 ? 8 : p->repeat == 0xf3 ? 4 : whole;
}

struct uci_access uci_access_of(const ucontext_t *context)
{
    const greg_t *registers = context->uc_mcontext.gregs;
    struct prefixes p;
    const unsigned char *opcode =
        take_prefixes((const unsigned char *)registers[REG_RIP], &p);
    struct uci_access a = {.writes = registers[REG_ERR] & ERROR_WRITE};
    a.reads = !a.writes || is_update(&p, opcode);
    a.size = p.map == 0x0f                 ? size_of_0f(&p, *opcode)
             : p.map == 0                  ? size_of_plain(&p, opcode)
             : !p.vector && *opcode < 0xf0 ? 16
             : p.wide                      ? 8
                                           : 4;
    return a;
}

void uci_access_step(ucontext_t *context, bool step)
{
    greg_t *flags = &context->uc_mcontext.gregs[REG_EFL];
    *flags = step ? *flags | FLAG_TRAP : *flags & ~(greg_t)FLAG_TRAP;
}
