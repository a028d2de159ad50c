/*
 * The contract between generated code and the runtime.
 *
 * Code that ucilkcc has rewritten, and code written with <ucilk/macros.h>, use
 * the runtime through this header only.  The header includes nothing, so that
 * the rewriter can put it before any source file.
 *
 * It has a version: every file that is compiled with it refers to
 * ucilk_abi_link by a symbol whose name has the version.  So objects do not
 * link with a library of another version or for another libc, nor objects of a
 * program of one process with the library for clusters.
 */
#ifndef UCILK_ABI_H
#define UCILK_ABI_H

#ifdef __GNUC__
/* No warnings about this header, as where the rewriter has put it before a
 * file; nor of -flto about the two types of ucilk_abi_spawn. */
#pragma GCC system_header
#endif

#define UCILK_ABI_VERSION 5

#ifdef __cplusplus
extern "C" {
#endif

/* With AddressSanitizer clang 19 realigns frames and addresses them by the
 * stack pointer, so that children have to run apart (below). */
#if defined(__SANITIZE_ADDRESS__)
#define UCILK_ABI_REALIGNED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define UCILK_ABI_REALIGNED
#endif
#endif

/* Declares ucilk_abi_spawn or a variant of it. */
#if defined(UCILK_ABI_REALIGNED) || defined(UCILK_ABI_APART)
#define UCILK_ABI_BELOW(type, name, parameters)                                \
    type ucilk_abi_##name parameters __asm__("ucilk_abi_apart_" #name)
#else
#define UCILK_ABI_BELOW(type, name, parameters) type ucilk_abi_##name parameters
#endif

/* The libraries of one process have the last two names.  So an object for
 * clusters links with any library, any other object only with those of one
 * process, and an object for libucilk_race only with that.  With glibc the
 * names are ucilk_abi_link_v5, ucilk_abi_link_cluster_v5 and
 * ucilk_abi_link_race_v5. */
#define UCILK_ABI_LINK_FOR(kind) "ucilk_abi_link_" UCILK_ABI_LIBC kind "v5"
#ifdef UCILK_ABI_RACE
#define UCILK_ABI_LINK_NAME UCILK_ABI_LINK_FOR("race_")
#elif defined(UCILK_ABI_CLUSTER)
#define UCILK_ABI_LINK_NAME UCILK_ABI_LINK_FOR("cluster_")
#else
#define UCILK_ABI_LINK_NAME UCILK_ABI_LINK_FOR("")
#endif

/* A library is built for one libc.  musl has no macro that tells it, and may
 * have the compiler of another libc; but no other one has this header. */
#ifdef __has_include
#if __has_include(<bits/alltypes.h>)
#define UCILK_ABI_LIBC "musl_"
#endif
#endif
#ifndef UCILK_ABI_LIBC
#define UCILK_ABI_LIBC ""
#endif

/* What the runtime knows of a spawn site; each site has a static, constant
 * one. */
struct ucilk_abi_task {
    /*
     * Runs the child.  body(args) copies every argument from args, calls
     * ucilk_abi_publish, then the function, builds the result in a local
     * variable, and ends with ucilk_abi_return.  (From then on the parent may
     * be stolen and use args for something else: arguments that are read later,
     * or a result that the callee writes there, would be wrong.)
     */
    void (*body)(void *args);
    unsigned args_size;     /* bytes of *args, arguments and result; of a direct
                             * task, those of its arguments on the stack */
    unsigned result_offset; /* bytes from args to the result */
    unsigned result_size;   /* bytes; 0 for void */
    unsigned flags;         /* UCILK_ABI_TASK_* */
    const char *name;       /* of the spawned function, for messages */
    const char *file;       /* of the spawn, as the user knows it */
    int line;
};

/*
 * A direct task's body is the spawned function itself, cast.  There is no args
 * struct; result_offset is 0.  If it is spawned by a function below its up to
 * four arguments are passed in integer registers, each as a long here, and it
 * returns void, an integer or a pointer.  Where ucilkcc writes the spawn out
 * the body is called as C calls it.  If its result is not in rax alone the task
 * has UCILK_ABI_TASK_RETURNS, and FLOAT_FIRST, FLOAT_SECOND say whether the
 * first and the second eight bytes of it are in registers xmm.
 */
#define UCILK_ABI_TASK_DIRECT 1u
#define UCILK_ABI_TASK_FLOAT_FIRST 512u
#define UCILK_ABI_TASK_FLOAT_SECOND 1024u

/* The caller may be aborted: see the inlets. */
#define UCILK_ABI_TASK_ABORTS 64u

/* Of functions that are a part of their caller: profilers do not see a call of
 * them, and where they are small debuggers do not step into them.  clang counts
 * before it puts them in place. */
#ifdef __clang__
#define UCILK_ABI_UNCOUNTED                                                    \
    no_instrument_function, no_profile_instrument_function
#else
#define UCILK_ABI_UNCOUNTED no_instrument_function
#endif
#define UCILK_ABI_PART                                                         \
    static __inline__                                                          \
        __attribute__((always_inline, unused, UCILK_ABI_UNCOUNTED))
#define UCILK_ABI_SMALL_PART UCILK_ABI_PART __attribute__((artificial))

/*
 * The frame object: one for each activation of a function that spawns, zero
 * before the first spawn, and synced before the function is left.  Both words
 * belong to the runtime; generated code only tests whether `outstanding' is
 * null.
 */
struct ucilk_abi_frame {
    void *outstanding; /* the first child that is to be joined */
    void *last;        /* the last such child, if there is a first */
};

/* Performs `*dst op= *result' for a spawn site. */
typedef void ucilk_abi_finish(void *dst, const void *result);

/*
 * Runs task->body(args) as a child.
 *
 * Returns NULL if the child has run: its result is in args.  Returns a handle
 * if the caller is now a stolen continuation, perhaps in another worker, and
 * the child is outstanding: pass the handle to ucilk_abi_stolen before the next
 * spawn.  (Work-first continuation stealing as in Cilk-5.)
 *
 * The child runs *below* the caller, on the same stack.  In a program of one
 * process the frame of a stolen caller stays where it is, while the stack
 * pointer is elsewhere until the sync.  So a caller of these functions must
 * address its frame by a frame pointer (ucilk_abi_stolen makes it do so), and
 * must not have variable length arrays, alloca or setjmp.  Any other caller
 * uses the functions of the next group.
 */
UCILK_ABI_BELOW(void *, spawn,
                (void *args, const struct ucilk_abi_task *task,
                 struct ucilk_abi_frame *frame));

struct ucilk_abi_spawned {
    void *handle;
    unsigned long value;
};
/* The same for direct tasks, by the number of their arguments: value is what
 * the body has returned; undefined if there is a handle.  Arguments are
 * converted to the parameter's type, then to long.  SPAWN(name, parameters, four
 * arguments) for each. */
#define UCILK_ABI_SPAWNED                                                      \
    const struct ucilk_abi_task *task, struct ucilk_abi_frame *frame
#define UCILK_ABI_DIRECT_SPAWNS(SPAWN)                                         \
    SPAWN(spawn_0, (UCILK_ABI_SPAWNED), 0, 0, 0, 0)                            \
    SPAWN(spawn_1, (long a, UCILK_ABI_SPAWNED), a, 0, 0, 0)                    \
    SPAWN(spawn_2, (long a, long b, UCILK_ABI_SPAWNED), a, b, 0, 0)            \
    SPAWN(spawn_3, (long a, long b, long c, UCILK_ABI_SPAWNED), a, b, c, 0)    \
    SPAWN(spawn_4, (long a, long b, long c, long d, UCILK_ABI_SPAWNED), a, b,  \
          c, d)

/*
 * The same functions for every other caller: the child runs *apart*, on a stack
 * of its own, and a stolen caller keeps its stack pointer.  Such a spawn costs
 * some nanoseconds more, and a page for each level of nested spawns.
 */
void *ucilk_abi_apart_spawn(void *args, const struct ucilk_abi_task *task,
                            struct ucilk_abi_frame *frame);
#define UCILK_ABI_BOTH(name, parameters, a, b, c, d)                           \
    UCILK_ABI_BELOW(struct ucilk_abi_spawned, name, parameters);               \
    struct ucilk_abi_spawned ucilk_abi_apart_##name parameters;
UCILK_ABI_DIRECT_SPAWNS(UCILK_ABI_BOTH)

/*
 * A spawn below, written out in the function that spawns: it looks at the
 * worker's limit and calls the body.  Nothing is written for a thief until one
 * asks: docs/protocols/lazy.md.  ucilkcc writes out the spawn of every function
 * whose arguments and result are passed in registers, but for a few on the
 * stack, as the call that C makes; any other is the spawn of a body with an
 * args struct, ucilk_abi_spawn_any.  The handle of an outstanding child is
 * UCILK_ABI_OUTSTANDING.
 *
 * The section .text.ucilk has what is not on this path: the slow path, and the
 * code that answers the runtime where frame object, task and continuation of
 * the parent are.  The runtime knows a spawn's return address by the code
 * before it, and finds the answers by the jump there (UCI_SITE_SIZE).
 */
#define UCILK_ABI_OUTSTANDING ((void *)1)

#ifdef __SANITIZE_THREAD__
#define UCILK_ABI_HAS_TSAN
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define UCILK_ABI_HAS_TSAN
#endif
#endif

/* In the serial elision of a program with pedigrees (below) ucilkcc generates
 * the same code, and this header is the whole runtime. */
#if defined(UCILK_SERIAL) && defined(UCILK_ABI_PEDIGREES)
#define UCILK_ABI_SERIAL
/* Keeps a body from being inlined.  It may declare again types that its
 * function declares, too, and a compiler takes objects of the two for different
 * ones. */
#define UCILK_ABI_HIDE(function) __asm__("" : "+r"(function))
#define UCILK_ABI_ELIDED static __inline__ __attribute__((unused))
/* A function that does nothing. */
#define UCILK_ABI_NOTHING(name, type)                                          \
    UCILK_ABI_ELIDED void name(type *unused)                                   \
    {                                                                          \
        (void)unused;                                                          \
    }
#endif

/* Whether spawns are written out: not at -O0, for debuggers' sake, and not
 * where a call does not reach every function. */
#if defined(UCILK_ABI_CLUSTER) || defined(UCILK_ABI_APART) ||                  \
    defined(UCILK_ABI_SERIAL) || defined(UCILK_ABI_RACE) ||                    \
    defined(UCILK_ABI_REALIGNED) || defined(UCILK_ABI_OUT_OF_LINE) ||          \
    !defined(__OPTIMIZE__) || defined(__code_model_large__) ||                 \
    defined(__APX_F__)
#define UCILK_ABI_IS_INLINE 0
#elif defined(__clang__) ? __clang_major__ >= 14 : __GNUC__ >= 11
#define UCILK_ABI_IS_INLINE 1
#else
#define UCILK_ABI_IS_INLINE 0
#endif

/* Registers that calls change, behind those of every processor.  clang knows
 * their names without AVX-512, too, and a function that is compiled without may
 * be inlined into one with it (__attribute__((target))). */
#define UCILK_ABI_AVX512_CLOBBERS                                              \
    , "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23",  \
        "xmm24", "xmm25", "xmm26", "xmm27", "xmm28", "xmm29", "xmm30",         \
        "xmm31", "k1", "k2", "k3", "k4", "k5", "k6", "k7"
#if defined(__clang__) || defined(__AVX512F__)
#define UCILK_ABI_MORE_CLOBBERS UCILK_ABI_AVX512_CLOBBERS
#else
#define UCILK_ABI_MORE_CLOBBERS
#endif
/* For ucilkcc: 0, or else which operand modifier prints a function's name, also
 * with -fno-plt; whether there are UCILK_ABI_MORE_CLOBBERS; and which
 * compiler's attributes keep a function from being instrumented. */
enum {
#ifdef __clang__
    ucilk_abi_hides = 'c',
#elif __GNUC__ >= 12
    ucilk_abi_hides = 'g',
#endif
#if defined(__clang__) || defined(__AVX512F__)
    ucilk_abi_has_more = 1,
#endif
#if !UCILK_ABI_IS_INLINE
    ucilk_abi_modifier = 0
#elif defined(__clang__)
    ucilk_abi_modifier = 'P'
#else
    ucilk_abi_modifier = 'p'
#endif
};

/* ucilk_abi_worker points to the block of the calling thread's worker, which
 * has the limit at 8 and the buffer for results at 256. ucilk_abi_spawn_slow
 * cannot be called from C.  Assemblers that align branches put padding before
 * instructions, but not before and behind bytes. */
#define UCILK_ABI_SPAWN_ASM(call, more)                                        \
    "movq ucilk_abi_worker@gottpoff(%%rip), %%rax\n\t"                         \
    ".byte 0x64, 0x48, 0x8b, 0x00\n\t" /* movq %fs:(%rax), %rax */             \
    ".byte 0x48, 0x3b, 0x60, 0x08\n\t" /* cmpq 8(%rax), %rsp: the limit */     \
    ".byte 0x0f, 0x83\n\t"             /* jae 3f */                            \
    ".long 3f - . - 4\n\t" call "\n"                                           \
    "1:\n\t"                                                                   \
    ".pushsection .text.ucilk, \"ax\", @progbits\n\t" more                     \
    "3: .byte 0xeb, 6f - 5f\n\t"  /* a short jmp, always */                    \
    "5: leaq %[frame], %%rax\n\t" /* the answers */                            \
    "leaq %[task], %%rdx\n\t"                                                  \
    "leaq %l[ucilk_stolen](%%rip), %%rcx\n\t"                                  \
    "ret\n\t"                                                                  \
    "6: leaq %[frame], %%rax\n\t"                                              \
    "leaq %[task], %%r10\n\t"                                                  \
    "leaq 1b(%%rip), %%r11\n\t"                                                \
    "jmp *ucilk_abi_spawn_slow@GOTPCREL(%%rip)\n\t"                            \
    ".popsection\n"

#if UCILK_ABI_IS_INLINE
/* The handle of a caller whose child has returned: if an abort is under way
 * (the worker's word at 104), and the caller is aborted, that of its child. */
void *ucilk_abi_skip(void) __attribute__((cold));
UCILK_ABI_SMALL_PART void *ucilk_abi_look_for_abort(void)
{
    unsigned long unwinds;
    __asm__ __volatile__("movq ucilk_abi_worker@gottpoff(%%rip), %0\n\t"
                         "movq %%fs:(%0), %0\n\t"
                         "movq 104(%0), %0"
                         : "=r"(unwinds)
                         :
                         : "memory");
    return __builtin_expect(unwinds != 0, 0) ? ucilk_abi_skip() : (void *)0;
}

/* The spawn of a task that is not direct, written out; value points to its
 * result. */
UCILK_ABI_SMALL_PART struct ucilk_abi_spawned
ucilk_abi_spawn_any(void *args, const struct ucilk_abi_task *task,
                    struct ucilk_abi_frame *frame)
{
    unsigned long value;
    struct ucilk_abi_spawned spawned = {0, 0};
    __asm__ __volatile__ __inline__ goto(
        UCILK_ABI_SPAWN_ASM("call 4f", "4: jmp *%[task]\n\t")
        : "=&a"(value), "+&D"(args)
        : [task] "m"(*task), [frame] "m"(*frame)
        : "rsi", "rdx", "rcx", "r8", "r9", "r10", "r11", "cc", "memory", "xmm0",
          "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8",
          "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "st",
          "st(1)", "st(2)", "st(3)", "st(4)", "st(5)", "st(6)",
          "st(7)" UCILK_ABI_MORE_CLOBBERS
        : ucilk_stolen);
    spawned.value = value; /* gcc 12 crashes if this is the operand */
    if (task->flags & UCILK_ABI_TASK_ABORTS)
        spawned.handle = ucilk_abi_look_for_abort();
    return spawned;
ucilk_stolen:
    spawned.handle = UCILK_ABI_OUTSTANDING;
    return spawned;
}
#endif

/*
 * Called by the body of a task that is not direct, when it has copied its
 * arguments.  From now on the parent may be stolen, and use args for something
 * else.
 */
#ifdef UCILK_ABI_RACE
/* What a body does with args before and behind these calls is the parent's. */
void ucilk_abi_race_publish(void);
void ucilk_abi_race_return(void *in_args, const void *result,
                           unsigned long size);
#endif
UCILK_ABI_SMALL_PART void ucilk_abi_publish(void)
{
#ifdef UCILK_ABI_RACE
    ucilk_abi_race_publish();
#endif
}

/*
 * Such a body leaves its result in a buffer of its worker, which the spawn
 * reads at once; a result that is too large for that goes to args.  A task of
 * the first kind has the flag UCILK_ABI_TASK_RETURNS.
 */
#define UCILK_ABI_TASK_RETURNS 16u
enum {
#if UCILK_ABI_IS_INLINE && !defined(UCILK_ABI_HAS_TSAN)
    ucilk_abi_returned = 128 /* bytes of the buffer */
#else /* tasks use the buffer in turns, which ThreadSanitizer does not know */
    ucilk_abi_returned = 0
#endif
};

UCILK_ABI_SMALL_PART void *
ucilk_abi_return(void *in_args, const void *result, unsigned long size)
{
#if UCILK_ABI_IS_INLINE
    if (size <= ucilk_abi_returned) {
        void *buffer; /* of the worker that runs the child's end */
        __asm__ __volatile__("movq ucilk_abi_worker@gottpoff(%%rip), %0\n\t"
                             "movq %%fs:(%0), %0"
                             : "=r"(buffer)
                             :
                             : "memory");
        buffer = (char *)buffer + 256;
        __builtin_memcpy(buffer, result, size);
        return buffer;
    }
#endif
#ifdef UCILK_ABI_RACE
    ucilk_abi_race_return(in_args, result, size);
#else
    __builtin_memcpy(in_args, result, size);
#endif
    return in_args;
}

/* The spawn of a task that is not direct: *result is the result, of `size'
 * bytes.  Compilers know task and size here, and choose one of the paths. */
UCILK_ABI_SMALL_PART void *
ucilk_abi_spawn_args(void *args, void *result, unsigned long size,
                     const struct ucilk_abi_task *task,
                     struct ucilk_abi_frame *frame)
{
#ifdef UCILK_ABI_SERIAL
    void *(*body)(void *) = (void *(*)(void *))task->body;
    (void)result; /* the body leaves it in args */
    (void)size;
    (void)frame;
    UCILK_ABI_HIDE(body);
    body(args);
    return (void *)0;
#else
#if UCILK_ABI_IS_INLINE
    if (size <= ucilk_abi_returned) {
        struct ucilk_abi_spawned spawned =
            ucilk_abi_spawn_any(args, task, frame);
        if (size > 0 && __builtin_expect(!spawned.handle, 1))
            __builtin_memcpy(result, (const void *)spawned.value, size);
        return spawned.handle;
    }
#endif
    (void)result;
    (void)size;
    return ucilk_abi_spawn(args, task, frame);
#endif
}

/* Too large for registers: where gcc realigns a frame and passes arguments on
 * the stack, it addresses the frame by other registers than the stack pointer.
 */
struct ucilk_abi_local {
    const void *address;
    long unused[2];
};

/*
 * Makes the child behind `handle' one that the next sync of `frame' waits for.
 * When it is joined finish(dst, result) runs, in the order of the spawns; a
 * null finish drops the result.  `local' has the address of a variable of the
 * stolen caller, computed after the steal.  If it is not in the frame the
 * caller addresses its frame by the stack pointer, and the program ends with a
 * message.
 */
void ucilk_abi_link(struct ucilk_abi_frame *frame, void *handle, void *dst,
                    ucilk_abi_finish *finish,
                    struct ucilk_abi_local local) __asm__(UCILK_ABI_LINK_NAME)
    __attribute__((cold));

/* Stands once in each file, so that the file refers to this name, and does not
 * link with another library, also if it has only loops or futures. */
#define UCILK_ABI_LINKED                                                       \
    static __typeof__(&ucilk_abi_link) const ucilk_abi_linked                  \
        __attribute__((used)) = ucilk_abi_link

/* Memory from alloca before the first spawn: the compiler does not know that it
 * lies at the stack pointer. */
UCILK_ABI_PART void *ucilk_abi_hidden(void *memory)
{
    __asm__("" : "+r"(memory));
    return memory;
}

/*
 * Follows a spawn that has returned a handle, in the function that spawned.  It
 * calls ucilk_abi_link, and makes the function address its frame by a frame
 * pointer: by __builtin_frame_address and not by compiler flags, so that it
 * holds at every -O, when inlined, and with -flto.
 */
UCILK_ABI_PART void
ucilk_abi_stolen(struct ucilk_abi_frame *frame, void *handle, void *dst,
                 ucilk_abi_finish *finish)
{
#ifdef UCILK_ABI_SERIAL
    (void)frame, (void)handle, (void)dst, (void)finish;
#else
    struct ucilk_abi_local local = {0, {0, 0}};
    char here = 0;
#ifdef __clang__
    /* The stack pointer's name makes clang address realigned frames by another
     * register, too; gcc would warn. */
    __asm__ volatile("" : : "r"(__builtin_frame_address(0)) : "rsp");
#else
    __asm__ volatile("" : : "r"(__builtin_frame_address(0)));
#endif
    __asm__ volatile("{lea %1, %0|lea %0, %1}"
                     : "=r"(local.address)
                     : "m"(here));
    ucilk_abi_link(frame, handle, dst, finish, local);
#endif
}

/*
 * The slow path of a sync: waits for every outstanding child of `frame'.  The
 * caller may go on in another worker.  ucilk_abi_sync_end is for a sync where
 * the frame ends: the outermost frame of a parallel region waits for every
 * future, too.
 *
 * In assembly these calls also keep the registers in which functions return
 * results, so that a function need not save them for a call that is seldom
 * made. Of xmm0 and xmm1 these are the 256 bits of AVX: where the file may use
 * more they count as changed, and with clang, whose code gains nothing.  The
 * inline functions are not static: if a compiler kept a copy of one
 * (-finstrument-functions) the call in it would call the copy.
 */
#if UCILK_ABI_IS_INLINE
#if defined(__clang__) || defined(__AVX512F__)
#define UCILK_ABI_SYNC_CLOBBERS , "xmm0", "xmm1" UCILK_ABI_MORE_CLOBBERS
#else
#define UCILK_ABI_SYNC_CLOBBERS
#endif
#define UCILK_ABI_SYNC(name)                                                   \
    extern __inline__                                                          \
        __attribute__((always_inline, gnu_inline, UCILK_ABI_UNCOUNTED)) void   \
        name(struct ucilk_abi_frame *frame)                                    \
    {                                                                          \
        __asm__ __volatile__(                                                  \
            "call " #name "@PLT"                                               \
            : "+D"(frame)                                                      \
            :                                                                  \
            : "rcx", "rsi", "r8", "r9", "r10", "r11", "cc", "memory", "xmm2",  \
              "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", \
              "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "st", "st(1)",      \
              "st(2)", "st(3)", "st(4)", "st(5)", "st(6)",                     \
              "st(7)" UCILK_ABI_SYNC_CLOBBERS);                                \
    }
UCILK_ABI_SYNC(ucilk_abi_sync)
UCILK_ABI_SYNC(ucilk_abi_sync_end)
#elif defined(UCILK_ABI_SERIAL)
UCILK_ABI_NOTHING(ucilk_abi_sync, struct ucilk_abi_frame)
UCILK_ABI_NOTHING(ucilk_abi_sync_end, struct ucilk_abi_frame)
#else
void ucilk_abi_sync(struct ucilk_abi_frame *frame) __attribute__((cold));
void ucilk_abi_sync_end(struct ucilk_abi_frame *frame) __attribute__((cold));
#endif

/*
 * The implied sync of the macro form at a return: as ucilk_abi_sync_end, when
 * the function's locals no longer exist.  Results whose destination lies in
 * [current stack pointer, end) are dropped.
 */
void ucilk_abi_sync_return(struct ucilk_abi_frame *frame, void *end)
    __attribute__((cold));

/* A sync. */
UCILK_ABI_PART void ucilk_abi_join(struct ucilk_abi_frame *frame)
{
    if (__builtin_expect(frame->outstanding != 0, 0))
        ucilk_abi_sync(frame);
}

/* The implied sync of a scope, by __attribute__((cleanup)). */
UCILK_ABI_PART void ucilk_abi_end(struct ucilk_abi_frame *frame)
{
    if (__builtin_expect(frame->outstanding != 0, 0))
        ucilk_abi_sync_end(frame);
}

/* The same, by a variable behind an array of variable length: clang releases
 * that before it comes to the frame's cleanup. */
UCILK_ABI_PART void ucilk_abi_end_first(struct ucilk_abi_frame **frame)
{
    ucilk_abi_end(*frame);
}

/*
 * Futures (Shiina & Taura, CLUSTER'22, II-C).
 *
 * A future's task has a struct ucilk_abi_task like any other, with
 * UCILK_ABI_TASK_FUTURE in its flags, and is never direct.  A promise, and a
 * future made from a value, have one with only result_size, flags, name, file
 * and line.
 *
 * `place' is "file:line" of the caller.  Every mistake ends the program with a
 * message that names it.
 */
#define UCILK_ABI_TASK_FUTURE 2u
#define UCILK_ABI_TASK_PROMISE 4u
#define UCILK_ABI_TASK_VALUE 8u

/* A handle: a plain value, valid in every worker.  All zero is no future. */
typedef struct ucilk_future {
    unsigned long ref, tag; /* the runtime's */
} ucilk_future_t;

/* The most consumers of a future. */
#define UCILK_ABI_MAX_CONSUMERS 1000000000L

/*
 * Runs task->body(args) as the task of a future with so many consumers, and
 * returns its handle; perhaps in another worker, and before the task has ended.
 * The task is not linked: only ucilk_abi_sync_end of the outermost frame waits
 * for it.
 */
ucilk_future_t ucilk_abi_future(void *args, const struct ucilk_abi_task *task,
                                struct ucilk_abi_frame *frame, long consumers);

/*
 * Groups: a future whose task may run on another node, in a program of several
 * nodes (ucilkcc --ucilk-groups); in any other it is a future.  The task has
 * the flags UCILK_ABI_TASK_FUTURE and UCILK_ABI_TASK_GROUP, and args hold all
 * its input, with the bytes of its blobs.
 */
#define UCILK_ABI_TASK_GROUP 256u
#define UCILK_ABI_NO_BLOB 0xffffffffu

/* A blob: `size' bytes at `at'; at may be null if there are none. */
struct ucilk_bytes {
    void *at;
    unsigned long size;
};

/* Where the blobs of a group are: bytes from its args, then bytes from its
 * result; each may be UCILK_ABI_NO_BLOB. */
struct ucilk_abi_blobs {
    const unsigned *at;
    unsigned n_in, n_out; /* of the former, and of the latter */
};

/* `blobs' is static, or null if there are none. */
ucilk_future_t ucilk_abi_group(void *args, const struct ucilk_abi_task *task,
                               const struct ucilk_abi_blobs *blobs,
                               struct ucilk_abi_frame *frame, long consumers);

/* Makes a future of one consumer that is fulfilled with *value. */
ucilk_future_t ucilk_abi_future_value(const struct ucilk_abi_task *site,
                                      const void *value);

/* Makes a future that ucilk_abi_promise_set fulfils, once. */
ucilk_future_t ucilk_abi_promise(const struct ucilk_abi_task *site,
                                 long consumers);
void ucilk_abi_promise_set(ucilk_future_t promise, const void *value,
                           unsigned long size, const char *place);

/*
 * Waits until the future is fulfilled, and copies its result, of `size' bytes,
 * to dst; or the part [offset, offset + size) of the result.  Uses up one
 * consumer; after the last the future is freed.  The caller may go on in
 * another worker.
 */
void ucilk_abi_future_get(void *dst, ucilk_future_t future, unsigned long size,
                          const char *place);
void ucilk_abi_future_get_part(void *dst, ucilk_future_t future,
                               unsigned long offset, unsigned long size,
                               const char *place);

/* Says that a get of the future follows soon: on a cluster its result may be
 * brought meanwhile, if it is there.  Uses up no consumer; one must be left. */
void ucilk_abi_future_prefetch(ucilk_future_t future);

/* Adds so many consumers; at least one must be left. */
void ucilk_abi_future_share(ucilk_future_t *future, long consumers,
                            const char *place);

/* Whether a get would return without waiting.  Uses up no consumer. */
int ucilk_abi_future_done(ucilk_future_t future, const char *place);

/*
 * Inlets and abort, in programs of one process (Cilk-5).
 *
 * A function that has inlets, or aborts, has a struct ucilk_abi_inlets besides
 * its frame object.  Every child of its own frame is spawned by
 * ucilk_abi_inlets_spawn, and returns nothing: its body is
 *
 *     copy the arguments; ucilk_abi_publish();
 *     ucilk_abi_child_begin(child);
 *     result = f(arguments);
 *     ucilk_abi_inlet(child, run, &payload, sizeof payload);
 *     ucilk_abi_child_end(child);
 *
 * where child, a struct ucilk_abi_child, is the head of args.  run(payload)
 * runs the inlet; payload holds its arguments.  The inlet may run in another
 * strand, with a copy of payload, but never at the same time as another inlet
 * of the same parent, or as the parent's own code between its spawns and syncs.
 * It does not run if the child was aborted.
 *
 * The flag UCILK_ABI_TASK_ABORTS says that the code behind the spawn, if it
 * gets a handle, calls ucilk_abi_aborted behind ucilk_abi_stolen, and leaves
 * the function if that is so.  Then the child need not have run.
 */
#define UCILK_ABI_TASK_INLETS 32u

/* The handle of a child that does not run, or whose result nobody wants, since
 * the caller is aborted. */
#define UCILK_ABI_ABORTED ((void *)2)

struct ucilk_abi_child;

struct ucilk_abi_inlets {
    struct ucilk_abi_frame *frame;
    /* The rest belongs to the runtime, and is zero at first. */
    void *word;           /* the lock, and results that wait for its holder */
    unsigned long aborts; /* the number of aborts so far */
    /* the parent holds the lock; it has aborted and has not joined yet */
    int is_held, is_counted;
    struct ucilk_abi_child *scope; /* the function's own scope */
};

/* Belongs to the runtime; generated code only has room for it. */
struct ucilk_abi_child {
    struct ucilk_abi_inlets *in; /* the parent's */
    unsigned long born;          /* in->aborts at the spawn */
    struct ucilk_abi_child *up;  /* the next such child outwards */
};

typedef void ucilk_abi_inlet_run(void *payload);

#ifdef UCILK_ABI_SERIAL
UCILK_ABI_NOTHING(ucilk_abi_child_begin, struct ucilk_abi_child)
UCILK_ABI_NOTHING(ucilk_abi_child_end, struct ucilk_abi_child)
UCILK_ABI_NOTHING(ucilk_abi_abort, struct ucilk_abi_inlets)
UCILK_ABI_NOTHING(ucilk_abi_inlets_join, struct ucilk_abi_inlets)
UCILK_ABI_NOTHING(ucilk_abi_inlets_end, struct ucilk_abi_inlets)
UCILK_ABI_ELIDED void ucilk_abi_inlet(struct ucilk_abi_child *child,
                                      ucilk_abi_inlet_run *run,
                                      const void *payload, unsigned long size)
{
    (void)child, (void)size;
    UCILK_ABI_HIDE(run);
    run((void *)(unsigned long)payload);
}
UCILK_ABI_ELIDED int ucilk_abi_aborted(void)
{
    return 0;
}
UCILK_ABI_ELIDED void *
ucilk_abi_inlets_spawn(void *args, const struct ucilk_abi_task *task,
                       struct ucilk_abi_inlets *in, int is_apart)
{
    (void)is_apart;
    return ucilk_abi_spawn_args(args, (void *)0, 0, task, in->frame);
}
UCILK_ABI_ELIDED void ucilk_abi_inlets_stolen(struct ucilk_abi_inlets *in,
                                              void *handle)
{
    (void)in, (void)handle;
}
#else
void ucilk_abi_child_begin(struct ucilk_abi_child *child);
void ucilk_abi_child_end(struct ucilk_abi_child *child);
void ucilk_abi_inlet(struct ucilk_abi_child *child, ucilk_abi_inlet_run *run,
                     const void *payload, unsigned long size);

/* `abort', in an inlet or in the function itself: aborts the children. */
void ucilk_abi_abort(struct ucilk_abi_inlets *in);

/* Whether the calling strand is aborted. */
int ucilk_abi_aborted(void);

/* Called by the parent: before a spawn, or before a sync with a null child;
 * behind a spawn; behind a sync, if it has aborted. */
void ucilk_abi_inlets_leave(struct ucilk_abi_inlets *in,
                            struct ucilk_abi_child *child);
void ucilk_abi_inlets_back(struct ucilk_abi_inlets *in);
void ucilk_abi_inlets_joined(struct ucilk_abi_inlets *in);

/* The spawn of a child; args begin with a struct ucilk_abi_child.  If it
 * returns a handle ucilk_abi_inlets_stolen follows, in the same function. */
UCILK_ABI_PART void *
ucilk_abi_inlets_spawn(void *args, const struct ucilk_abi_task *task,
                       struct ucilk_abi_inlets *in, int is_apart)
{
    void *handle;
    ucilk_abi_inlets_leave(in, (struct ucilk_abi_child *)args);
    handle = is_apart ? ucilk_abi_apart_spawn(args, task, in->frame)
                      : ucilk_abi_spawn(args, task, in->frame);
    if (__builtin_expect(!handle, 1))
        ucilk_abi_inlets_back(in);
    return handle;
}

UCILK_ABI_PART void
ucilk_abi_inlets_stolen(struct ucilk_abi_inlets *in, void *handle)
{
    ucilk_abi_stolen(in->frame, handle, 0, 0);
    ucilk_abi_inlets_back(in);
}

/* A sync. */
UCILK_ABI_PART void ucilk_abi_inlets_join(struct ucilk_abi_inlets *in)
{
    if (__builtin_expect(in->is_held, 0))
        ucilk_abi_inlets_leave(in, 0);
    if (__builtin_expect(in->frame->outstanding != 0, 0))
        ucilk_abi_sync(in->frame);
    if (__builtin_expect(in->is_counted, 0))
        ucilk_abi_inlets_joined(in);
}

/* The implied sync of the function, by __attribute__((cleanup)).  The object is
 * declared behind the frame object, so that this runs first, and the frame
 * object's own cleanup finds no child. */
UCILK_ABI_PART void ucilk_abi_inlets_end(struct ucilk_abi_inlets *in)
{
    if (__builtin_expect(in->is_held, 0))
        ucilk_abi_inlets_leave(in, 0);
    if (__builtin_expect(in->frame->outstanding != 0, 0))
        ucilk_abi_sync_end(in->frame);
    if (__builtin_expect(in->is_counted, 0))
        ucilk_abi_inlets_joined(in);
}
#endif
UCILK_ABI_PART void ucilk_abi_inlets_end_first(struct ucilk_abi_inlets **in)
{
    ucilk_abi_inlets_end(*in);
}

/*
 * Loops.
 *
 * The iterations of a cilk_for are numbered 0, 1, ...  The loop's args struct
 * begins with a range; the variables that the body captures, and the views of
 * the loop's local reducers, follow.  The struct is copied by its bytes, with
 * the views.
 */
struct ucilk_abi_range;

/* What the runtime knows of a cilk_for; each loop has a static, constant
 * one. */
struct ucilk_abi_loop {
    /* body is ucilk_abi_for_body, args_size that of the whole args struct.  The
     * result is the views; result_size is 0 if there are none. */
    struct ucilk_abi_task task;
    /* Runs iterations [first, first + n), n >= 1, in their order.  Updates the
     * views in the args struct; may change first and n. */
    void (*piece)(struct ucilk_abi_range *range);
    /* For all views at once; null if there are none.  reduce does left = left
     * (x) right; then the bytes of right are dropped. */
    void (*identity)(void *views);
    void (*reduce)(void *left, void *right);
};

/* The head of the args struct of a loop. */
struct ucilk_abi_range {
    const struct ucilk_abi_loop *loop;
    unsigned long first, n; /* the first iteration, and their number, or 0 */
    unsigned long grain;    /* the most iterations in a piece; 0: the runtime
                             * chooses, about 8 pieces for each worker, and at most
                             * 16384 iterations */
};

/*
 * Runs all iterations, and returns when they have run, perhaps in another
 * worker.  The views in args hold the initial values on entry and the results
 * on return; the range is changed.
 */
#ifdef UCILK_ABI_SERIAL
UCILK_ABI_ELIDED void ucilk_abi_for(struct ucilk_abi_range *args)
{
    void (*piece)(struct ucilk_abi_range * range) = args->loop->piece;
    UCILK_ABI_HIDE(piece);
    if (args->n > 0)
        piece(args);
}
UCILK_ABI_NOTHING(ucilk_abi_for_body, void)
UCILK_ABI_ELIDED __attribute__((noreturn)) void
ucilk_abi_for_bad_step(const char *file, int line)
{
    (void)file, (void)line;
    __builtin_trap();
}
#else
void ucilk_abi_for(struct ucilk_abi_range *args);

/* The body of every loop's task. */
void ucilk_abi_for_body(void *args);

/* Called if a loop's step is 0 or of the wrong sign at run time: ends the
 * program with a message. */
void ucilk_abi_for_bad_step(const char *file, int line)
    __attribute__((cold, noreturn));
#endif

/*
 * Reducers.  A reducer is known by the address of its variable, which is the
 * leftmost view: what it holds before the first spawn, and when all is joined.
 */
struct ucilk_abi_monoid {
    void (*identity)(void *view);
    void (*reduce)(void *left, void *right);
};

#ifdef UCILK_ABI_SERIAL
UCILK_ABI_ELIDED void *ucilk_abi_look_up(void *key, unsigned long size,
                                         const struct ucilk_abi_monoid *monoid)
{
    (void)size, (void)monoid;
    return key;
}
UCILK_ABI_ELIDED void ucilk_abi_reducers_begin(void *start, unsigned long size)
{
    (void)start, (void)size;
}
UCILK_ABI_ELIDED void ucilk_abi_reducers_end(void *start, unsigned long size)
{
    (void)start, (void)size;
}
#else
/* The calling strand's view of the reducer at `key'.  Its address is valid
 * until the calling function spawns. */
void *ucilk_abi_look_up(void *key, unsigned long size,
                        const struct ucilk_abi_monoid *monoid);

/*
 * Reducers that are not static begin and end, at any address in [start, start +
 * size).  The memory holds their leftmost views.  At the end all strands that
 * have used them have been joined.
 */
void ucilk_abi_reducers_begin(void *start, unsigned long size);
void ucilk_abi_reducers_end(void *start, unsigned long size);
#endif

/* The end of a local reducer: the cleanup of an array of pointers that holds
 * its address, its size, and the frame object that is to be synced, or null. */
UCILK_ABI_PART void ucilk_abi_local_end(void *local)
{
    void **l = (void **)local;
    struct ucilk_abi_frame *frame = (struct ucilk_abi_frame *)l[2];
    if (frame)
        ucilk_abi_join(frame);
    ucilk_abi_reducers_end(l[0], (unsigned long)l[1]);
}

/*
 * Pedigrees (Leiserson, Schardl & Sukha, PPoPP'12): docs/language.md.
 *
 * A strand's pedigree is its rank, then those of its ancestors.  The first node
 * is in a thread-local variable.  Each other node is the *birth* of a task,
 * lies on that task's stack, and does not change:
 *
 *   child born:     node = {rank of the parent, parent's birth}, rank = 0
 *   parent goes on: rank = its rank at the spawn + 1, on either path
 *   sync:           rank = rank + 1
 *   loop:           node = {rank, birth}; each iteration is born with a node
 *                   {its number, &that}; behind the loop rank = its rank + 1
 *   call, return:   nothing
 *
 * Files compiled with UCILK_ABI_PEDIGREES keep pedigrees: a continuation
 * restores its first node from a local variable.  In any other file a stolen
 * continuation has lost its pedigree, and a request for it is an error.
 */
struct ucilk_pedigree {
    unsigned long rank;
    const struct ucilk_pedigree *parent; /* null: there is no ancestor */
};

/* The flag of a task whose body keeps its pedigree. */
#define UCILK_ABI_TASK_PEDIGREES 128u

#ifdef UCILK_ABI_SERIAL
/* The calling thread's first node.  Weak: all files have the same. */
__attribute__((weak)) __thread struct ucilk_pedigree ucilk_serial_pedigree;

UCILK_ABI_ELIDED struct ucilk_pedigree ucilk_abi_pedigree(void)
{
    return ucilk_serial_pedigree;
}
UCILK_ABI_ELIDED void
ucilk_abi_pedigree_begin(const struct ucilk_pedigree *birth)
{
    /* -Wdangling-pointer of gcc 14 does not see that _go_on() takes it away. */
    UCILK_ABI_HIDE(birth);
    ucilk_serial_pedigree.rank = 0;
    ucilk_serial_pedigree.parent = birth;
}
UCILK_ABI_ELIDED void ucilk_abi_pedigree_go_on(struct ucilk_pedigree from)
{
    ucilk_serial_pedigree.rank = from.rank + 1;
    ucilk_serial_pedigree.parent = from.parent;
}
/* Nothing is copied: here a future's task has ended before its creator goes
 * on. */
UCILK_ABI_ELIDED struct ucilk_pedigree ucilk_abi_pedigree_copy(void)
{
    return ucilk_serial_pedigree;
}
UCILK_ABI_ELIDED void ucilk_abi_pedigree_drop(struct ucilk_pedigree copy)
{
    (void)copy;
}
#elif defined(UCILK_ABI_PEDIGREES)
/* Tells the runtime that a file keeps pedigrees.  If none does it refuses to
 * give random numbers. */
void ucilk_abi_pedigree_keep(void);
static __attribute__((constructor, used)) void
ucilk_abi_pedigree_constructor(void)
{
    ucilk_abi_pedigree_keep();
}
/*
 * ucilk_abi_pedigree is the running strand's first node.  _begin is called
 * where a child or an iteration begins; _go_on behind a spawn, a sync or a
 * loop, before which the node was `from'.  The variable's address is computed
 * each time, since the thread may be another one behind a spawn.
 */
#if UCILK_ABI_IS_INLINE
UCILK_ABI_SMALL_PART struct ucilk_pedigree *ucilk_abi_pedigree_here(void)
{
    struct ucilk_pedigree *here;
    __asm__ __volatile__("movq ucilk_abi_strand@gottpoff(%%rip), %0\n\t"
                         "addq %%fs:0, %0"
                         : "=r"(here)
                         :
                         : "cc", "memory");
    return here;
}
UCILK_ABI_SMALL_PART struct ucilk_pedigree ucilk_abi_pedigree(void)
{
    return *ucilk_abi_pedigree_here();
}
UCILK_ABI_SMALL_PART void
ucilk_abi_pedigree_begin(const struct ucilk_pedigree *birth)
{
    struct ucilk_pedigree *here = ucilk_abi_pedigree_here();
    here->rank = 0;
    here->parent = birth;
}
UCILK_ABI_SMALL_PART void ucilk_abi_pedigree_go_on(struct ucilk_pedigree from)
{
    struct ucilk_pedigree *here = ucilk_abi_pedigree_here();
    here->rank = from.rank + 1;
    here->parent = from.parent;
}
#else
struct ucilk_pedigree ucilk_abi_pedigree(void);
void ucilk_abi_pedigree_begin(const struct ucilk_pedigree *birth);
void ucilk_abi_pedigree_go_on(struct ucilk_pedigree from);
#endif
/* The birth of a future's task, which may outlive its ancestors, so this copies
 * their births, too.  The task drops the copies at its end. */
struct ucilk_pedigree ucilk_abi_pedigree_copy(void);
void ucilk_abi_pedigree_drop(struct ucilk_pedigree copy);
#endif

#ifdef UCILK_ABI_PEDIGREES
/* ucilk_abi_end, and the rank behind it.  It is inlined, since the function
 * that has spawned must sync itself. */
UCILK_ABI_PART void ucilk_abi_pedigree_end(struct ucilk_abi_frame *frame)
{
    struct ucilk_pedigree from = ucilk_abi_pedigree();
    ucilk_abi_end(frame);
    ucilk_abi_pedigree_go_on(from);
}
UCILK_ABI_PART void ucilk_abi_pedigree_end_first(struct ucilk_abi_frame **frame)
{
    ucilk_abi_pedigree_end(*frame);
}
#endif

/* In programs for clusters: a reducer at file scope. */
struct ucilk_abi_reducer {
    void *variable;
    unsigned long size;
    void (*identity)(void *view);
    void (*reduce)(void *left, void *right);
    struct ucilk_abi_reducer *next; /* belongs to the runtime */
};

/* Adds a reducer; called by a constructor of the file that defines it. */
void ucilk_abi_reducer_add(struct ucilk_abi_reducer *reducer);

/*
 * In programs for clusters a worker's view is its memory of the variable, which
 * stands alone on its pages, and which each worker maps privately.  `T x =
 * value' becomes:
 *
 *     static UCILK_ABI_VIEW(T) storage = {value};
 *     extern T x __attribute__((alias("storage")));
 */
#define UCILK_ABI_VIEW(...)                                                    \
    union {                                                                    \
        __typeof__(__VA_ARGS__) view;                                          \
        char pages[(sizeof(__typeof__(__VA_ARGS__)) + 4095) / 4096 * 4096];    \
    } __attribute__((aligned(4096)))

#ifdef __cplusplus
}
#endif

#endif
