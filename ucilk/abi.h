/*
 * The contract between generated code and the runtime.
 *
 * Code rewritten by ucilkcc and code written with <ucilk/macros.h> both lower
 * to what stands here, and to nothing else.  The header includes nothing, so
 * that the rewriter can put it before any source file.
 *
 * Versioned: every file that is compiled for it refers to ucilk_abi_link under
 * a symbol name that carries the version, so that objects and library of
 * different versions do not link, nor a program of one process with the library
 * for clusters.
 */
#ifndef UCILK_ABI_H
#define UCILK_ABI_H

#ifdef __GNUC__
/* As where the rewriter puts it: nobody is warned about what stands here, nor
 * by -flto about the two types of ucilk_abi_spawn. */
#pragma GCC system_header
#endif

#define UCILK_ABI_VERSION 3

#ifdef __cplusplus
extern "C" {
#endif

/*
 * ucilk_abi_spawn and its kin, by name and parameters.  With AVX compilers
 * realign frames for their own use, and then address them by the stack pointer:
 * the children run apart.
 */
#if defined(__AVX__) || defined(UCILK_ABI_APART)
#define UCILK_ABI_BELOW(type, name, parameters)                                \
    type ucilk_abi_##name parameters __asm__("ucilk_abi_apart_" #name)
#else
#define UCILK_ABI_BELOW(type, name, parameters)                                \
    type ucilk_abi_##name parameters
#endif

/* A program for clusters links with either library, any other one with that of
 * one process only. */
#ifdef UCILK_ABI_CLUSTER
#define UCILK_ABI_LINK_NAME "ucilk_abi_link_cluster_v3"
#else
#define UCILK_ABI_LINK_NAME "ucilk_abi_link_v3"
#endif

/* What the runtime knows of one spawn site.  Static and const, one a site. */
struct ucilk_abi_task {
    /*
     * Runs the child, body(args, word): copies every argument from args, then
     * does ucilk_abi_publish(word), calls the function, builds the result in a
     * local, and ends with ucilk_abi_return.  (A result slot handed to the callee
     * inside args would be lost when the child migrates; arguments read late
     * would be another thread's.)
     */
    void (*body)(void *args);
    unsigned args_size;     /* bytes of *args, arguments and result */
    unsigned result_offset; /* bytes from args to the result */
    unsigned result_size;   /* bytes; 0 for void */
    unsigned flags;         /* UCILK_ABI_TASK_* */
    const char *name;       /* of the spawned function, for messages */
    const char *file;       /* of the spawn, as the user knows it */
    int line;
};

/*
 * A direct task's body is the spawned function itself, cast: its arguments are
 * passed in up to four integer registers, each a long here, and it returns void or
 * an integer or a pointer.
 * There is no args struct; result_offset is 0.
 */
#define UCILK_ABI_TASK_DIRECT 1u

/*
 * One per activation of a function that spawns; zero-initialized before the
 * first spawn, and synced before the function is left.  Both words belong to
 * the runtime; generated code only tests `outstanding` against zero.
 */
struct ucilk_abi_frame {
    void *outstanding; /* oldest child whose result is still to be joined */
    void *last; /* youngest such child; meaningful while the other is set */
};

/* Performs `*dst op= *result` for one spawn site. */
typedef void ucilk_abi_finish(void *dst, const void *result);

/*
 * Runs task->body(args) as a child.
 *
 * Returns NULL when the child has run: its result is in args.  Returns a
 * handle when the caller is now a stolen continuation, perhaps in another
 * worker, and the child is still outstanding: pass the handle to
 * ucilk_abi_stolen before the next spawn.  (Work-first continuation stealing
 * as in Cilk-5.)
 *
 * The child runs *below* the caller, on the same stack.  In a program of one
 * process a stolen caller goes on in place: its frame stays where it is, and
 * the stack pointer is elsewhere until the sync.  So a caller of these must
 * address its frame by a frame pointer, which ucilk_abi_stolen sees to, must
 * not have variable length arrays, alloca or setjmp, and must not need its
 * frame aligned to more than 16 bytes.  Any other caller uses the calls of the
 * next group.
 */
UCILK_ABI_BELOW(void *, spawn, (void *args, const struct ucilk_abi_task *task,
                                struct ucilk_abi_frame *frame));

struct ucilk_abi_spawned {
    void *handle;
    unsigned long value;
};
/* The same for direct tasks: value is what the body returned, or undefined
 * where there is a handle.  Arguments are passed converted to the parameter's
 * type, then to long:

struct ucilk_abi_spawned ucilk_abi_spawn_0(const struct ucilk_abi_task *task,
                                           struct ucilk_abi_frame *frame);
   and so on to ucilk_abi_spawn_4, written out below where that can be. */

/*
 * The same calls for every other caller: the child runs *apart*, on a stack of
 * its own, and a stolen caller keeps its stack pointer.  A spawn costs some
 * nanoseconds more, and a page for each level of nested spawns.
 */
void *ucilk_abi_apart_spawn(void *args, const struct ucilk_abi_task *task,
                            struct ucilk_abi_frame *frame);
struct ucilk_abi_spawned ucilk_abi_apart_spawn_0(const struct ucilk_abi_task *task,
                                           struct ucilk_abi_frame *frame);
struct ucilk_abi_spawned ucilk_abi_apart_spawn_1(long a0,
                                           const struct ucilk_abi_task *task,
                                           struct ucilk_abi_frame *frame);
struct ucilk_abi_spawned ucilk_abi_apart_spawn_2(long a0, long a1,
                                           const struct ucilk_abi_task *task,
                                           struct ucilk_abi_frame *frame);
struct ucilk_abi_spawned ucilk_abi_apart_spawn_3(long a0, long a1, long a2,
                                           const struct ucilk_abi_task *task,
                                           struct ucilk_abi_frame *frame);
struct ucilk_abi_spawned ucilk_abi_apart_spawn_4(long a0, long a1, long a2, long a3,
                                           const struct ucilk_abi_task *task,
                                           struct ucilk_abi_frame *frame);

/*
 * A direct spawn below, written out in the function that spawns: pushes the
 * parent's context into the worker's deque, calls the body and pops.  Gives what
 * ucilk_abi_spawn_N gives; the handle of an outstanding child is
 * UCILK_ABI_OUTSTANDING.
 *
 * Everything off this path is in the section .text.ucilk: where a thief may be
 * close, where the worker has something else to do first, and a piece of code
 * by which the runtime asks where the frame, the task and the continuation of a
 * stolen parent are.  It finds that by the last jump of the pop, whose place
 * behind the return address is always the same (UCI_SITE_JUMP).
 */
#define UCILK_ABI_OUTSTANDING ((void *)1)

#ifdef __SANITIZE_THREAD__
#define UCILK_ABI_HAS_TSAN
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define UCILK_ABI_HAS_TSAN
#endif
#endif

/* The serial elision of a program with pedigrees (below) is generated code, too,
 * and this header is all of its runtime. */
#if defined(UCILK_SERIAL) && defined(UCILK_ABI_PEDIGREES)
#define UCILK_ABI_SERIAL
/* What a body becomes is not inlined: it may have types of its own for those of
 * its function, of which a compiler thinks that they are never the same object. */
#define UCILK_ABI_HIDE(function) __asm__("" : "+r"(function))
#endif

/* Not for debuggers' sake where nothing is optimized. */
#if defined(UCILK_ABI_CLUSTER) || defined(UCILK_ABI_APART) ||                  \
    defined(UCILK_ABI_SERIAL) ||                                               \
    defined(__AVX__) || defined(UCILK_ABI_OUT_OF_LINE) || !defined(__OPTIMIZE__)
#define UCILK_ABI_IS_INLINE 0
#elif defined(__clang__)
#define UCILK_ABI_IS_INLINE (__clang_major__ >= 12)
#else
#define UCILK_ABI_IS_INLINE (__GNUC__ >= 11)
#endif

#if UCILK_ABI_IS_INLINE
/* ucilk_abi_worker is the calling thread's worker, which begins with T and limit,
 * and has near at 136 and the buffer for results at 256; ucilk_abi_near and
 * ucilk_abi_spawn_slow are not for C. */
#define UCILK_ABI_PUSH "addq $64, (%%rax)"
#define UCILK_ABI_SPAWN_ASM(publish)                                           \
    "movq ucilk_abi_worker@gottpoff(%%rip), %%rax\n\t"                         \
    "movq %%fs:(%%rax), %%rax\n\t"                                             \
    "cmpq 8(%%rax), %%rsp\n\t"                   /* limit */                   \
    "jae 3f\n\t"                                                               \
    "movq (%%rax), %%r10\n\t"                    /* T: the new slot */         \
    "movq %%rsp, (%%r10)\n\t"                                                  \
    "movq %%rbp, 16(%%r10)\n\t"                                                \
    "movq %%rbx, 24(%%r10)\n\t"                                                \
    "movq %%r12, 32(%%r10)\n\t"                                                \
    "movq %%r13, 40(%%r10)\n\t"                                                \
    "movq %%r14, 48(%%r10)\n\t"                                                \
    "movq %%r15, 56(%%r10)\n\t"                                                \
    "call 4f\n\t"                                                              \
    "movq ucilk_abi_worker@gottpoff(%%rip), %%rcx\n\t"                         \
    "movq %%fs:(%%rcx), %%rcx\n\t"                                             \
    "subq $64, (%%rcx)\n\t"                      /* deque rule D2 */           \
    "movq 136(%%rcx), %%rdx\n\t"                 /* near */                    \
    "cmpq (%%rcx), %%rdx\n\t"                                                  \
    "ja 2f\n\t"                                  /* thieves may be close: D3 */\
    "1:\n\t"                                                                   \
    ".pushsection .text.ucilk, \"ax\", @progbits\n\t"                          \
    "4: " publish "\n\t"                         /* D1; thieves need the */    \
    "jmp *%[task]\n\t"                           /* return address */          \
    "2: leaq 1b(%%rip), %%rcx\n\t"               /* the return address */      \
    "jmp *ucilk_abi_near@GOTPCREL(%%rip)\n\t"   /* stays for a thief */       \
    "leaq %[frame], %%rax\n\t"                   /* the answers */             \
    "leaq %[task], %%rdx\n\t"                                                  \
    "leaq %l[ucilk_stolen](%%rip), %%rcx\n\t"                                  \
    "ret\n\t"                                                                  \
    "3: leaq %[frame], %%rax\n\t"                                              \
    "leaq %[task], %%r10\n\t"                                                  \
    "leaq 1b(%%rip), %%r11\n\t"                                                \
    "pushq %%r11\n\t"                                                          \
    "jmp *ucilk_abi_spawn_slow@GOTPCREL(%%rip)\n\t"                            \
    ".popsection\n"
#define UCILK_ABI_SPAWN_CLOBBERS                                               \
    "r8", "r9", "r10", "r11", "cc", "memory", "xmm0", "xmm1", "xmm2", "xmm3",  \
        "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",      \
        "xmm12", "xmm13", "xmm14", "xmm15", "st", "st(1)", "st(2)", "st(3)",   \
        "st(4)", "st(5)", "st(6)", "st(7)"
#define UCILK_ABI_SPAWN_END                                                    \
    {                                                                          \
        struct ucilk_abi_spawned ucilk_spawned = {0, value};                   \
        return ucilk_spawned;                                                  \
    }                                                                          \
    ucilk_stolen:                                                              \
    {                                                                          \
        struct ucilk_abi_spawned ucilk_spawned = {UCILK_ABI_OUTSTANDING, 0};   \
        return ucilk_spawned;                                                  \
    }

#define UCILK_ABI_INLINE                                                       \
    static __inline__                                                          \
        __attribute__((always_inline, artificial, unused)) struct ucilk_abi_spawned

UCILK_ABI_INLINE
ucilk_abi_spawn_0(const struct ucilk_abi_task *task,
                  struct ucilk_abi_frame *frame)
{
    unsigned long value;
    __asm__ __volatile__ goto(
        UCILK_ABI_SPAWN_ASM(UCILK_ABI_PUSH)
        : "=&a"(value)
        : [task] "m"(*task), [frame] "m"(*frame)
        : "rdi", "rsi", "rdx", "rcx", UCILK_ABI_SPAWN_CLOBBERS
        : ucilk_stolen);
    UCILK_ABI_SPAWN_END
}
UCILK_ABI_INLINE
ucilk_abi_spawn_1(long a0, const struct ucilk_abi_task *task,
                  struct ucilk_abi_frame *frame)
{
    unsigned long value;
    __asm__ __volatile__ goto(
        UCILK_ABI_SPAWN_ASM(UCILK_ABI_PUSH)
        : "=&a"(value), "+&D"(a0)
        : [task] "m"(*task), [frame] "m"(*frame)
        : "rsi", "rdx", "rcx", UCILK_ABI_SPAWN_CLOBBERS
        : ucilk_stolen);
    UCILK_ABI_SPAWN_END
}
UCILK_ABI_INLINE
ucilk_abi_spawn_2(long a0, long a1, const struct ucilk_abi_task *task,
                  struct ucilk_abi_frame *frame)
{
    unsigned long value;
    __asm__ __volatile__ goto(
        UCILK_ABI_SPAWN_ASM(UCILK_ABI_PUSH)
        : "=&a"(value), "+&D"(a0), "+&S"(a1)
        : [task] "m"(*task), [frame] "m"(*frame)
        : "rdx", "rcx", UCILK_ABI_SPAWN_CLOBBERS
        : ucilk_stolen);
    UCILK_ABI_SPAWN_END
}
UCILK_ABI_INLINE
ucilk_abi_spawn_3(long a0, long a1, long a2, const struct ucilk_abi_task *task,
                  struct ucilk_abi_frame *frame)
{
    unsigned long value;
    __asm__ __volatile__ goto(
        UCILK_ABI_SPAWN_ASM(UCILK_ABI_PUSH)
        : "=&a"(value), "+&D"(a0), "+&S"(a1), "+&d"(a2)
        : [task] "m"(*task), [frame] "m"(*frame)
        : "rcx", UCILK_ABI_SPAWN_CLOBBERS
        : ucilk_stolen);
    UCILK_ABI_SPAWN_END
}
UCILK_ABI_INLINE
ucilk_abi_spawn_4(long a0, long a1, long a2, long a3, const struct ucilk_abi_task *task,
                  struct ucilk_abi_frame *frame)
{
    unsigned long value;
    __asm__ __volatile__ goto(
        UCILK_ABI_SPAWN_ASM(UCILK_ABI_PUSH)
        : "=&a"(value), "+&D"(a0), "+&S"(a1), "+&d"(a2), "+&c"(a3)
        : [task] "m"(*task), [frame] "m"(*frame)
        : UCILK_ABI_SPAWN_CLOBBERS
        : ucilk_stolen);
    UCILK_ABI_SPAWN_END
}
/* Of a task that is not direct; its result is where value points. */
UCILK_ABI_INLINE
ucilk_abi_spawn_any(void *args, const struct ucilk_abi_task *task,
                    struct ucilk_abi_frame *frame)
{
    unsigned long value;
    __asm__ __volatile__ goto(
        UCILK_ABI_SPAWN_ASM("movq %%rax, %%rsi") /* the body does: K2 */
        : "=&a"(value), "+&D"(args)
        : [task] "m"(*task), [frame] "m"(*frame)
        : "rsi", "rdx", "rcx", UCILK_ABI_SPAWN_CLOBBERS
        : ucilk_stolen);
    UCILK_ABI_SPAWN_END
}
#else
UCILK_ABI_BELOW(struct ucilk_abi_spawned, spawn_0,
                (const struct ucilk_abi_task *task,
                 struct ucilk_abi_frame *frame));
UCILK_ABI_BELOW(struct ucilk_abi_spawned, spawn_1,
                (long a0, const struct ucilk_abi_task *task,
                 struct ucilk_abi_frame *frame));
UCILK_ABI_BELOW(struct ucilk_abi_spawned, spawn_2,
                (long a0, long a1, const struct ucilk_abi_task *task,
                 struct ucilk_abi_frame *frame));
UCILK_ABI_BELOW(struct ucilk_abi_spawned, spawn_3,
                (long a0, long a1, long a2, const struct ucilk_abi_task *task,
                 struct ucilk_abi_frame *frame));
UCILK_ABI_BELOW(struct ucilk_abi_spawned, spawn_4,
                (long a0, long a1, long a2, long a3, const struct ucilk_abi_task *task,
                 struct ucilk_abi_frame *frame));
#endif

/*
 * The body of a task that is not direct, with its arguments copied: now others
 * may take the parent, and use args anew.
 */
static __inline__ __attribute__((always_inline, artificial, unused)) void
ucilk_abi_publish(unsigned long *word)
{
#if UCILK_ABI_IS_INLINE
    __asm__ __volatile__("addq $64, %0" : "+m"(*word) : : "cc", "memory");
#else
    (void)word; /* that was done before */
#endif
}

/*
 * Where such a body leaves its result: in a buffer of the worker's, which its
 * spawn reads at once, or, where it is too large for that, in args.  The first
 * kind of task says so by a flag.
 */
#define UCILK_ABI_TASK_RETURNS 16u
enum {
#if UCILK_ABI_IS_INLINE && !defined(UCILK_ABI_HAS_TSAN)
    ucilk_abi_returned = 128 /* bytes, at most */
#else /* ThreadSanitizer knows nothing of the buffer's use by turns */
    ucilk_abi_returned = 0
#endif
};

static __inline__ __attribute__((always_inline, artificial, unused)) void *
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
    __builtin_memcpy(in_args, result, size);
    return in_args;
}

/* ucilk_abi_spawn; task and size, the result's, are known where this is
 * compiled. */
static __inline__ __attribute__((always_inline, artificial, unused)) void *
ucilk_abi_spawn_args(void *args, void *result, unsigned long size,
                     const struct ucilk_abi_task *task,
                     struct ucilk_abi_frame *frame)
{
#ifdef UCILK_ABI_SERIAL
    unsigned long word;
    void *(*body)(void *, unsigned long *) =
        (void *(*)(void *, unsigned long *))task->body;
    (void)result; /* the body leaves it in args */
    (void)size;
    (void)frame;
    UCILK_ABI_HIDE(body);
    body(args, &word);
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

/*
 * Makes the child behind `handle` one that the next sync of `frame` waits
 * for.  When it is joined, finish(dst, result) runs, in the order of the
 * spawns; a null finish drops the result.  `local' is the address of a variable
 * of the stolen caller's, computed now: where it does not lie with the frame, the
 * caller does not address that as it should, and the program ends with a
 * message.
 */
void ucilk_abi_link(struct ucilk_abi_frame *frame, void *handle, void *dst,
                    ucilk_abi_finish *finish,
                    const void *local) __asm__(UCILK_ABI_LINK_NAME)
    __attribute__((cold));

/* Once in a file, which may have loops or futures alone: it refers to that
 * name, and links with no other library. */
#define UCILK_ABI_LINKED                                                       \
    static __typeof__(&ucilk_abi_link) const ucilk_abi_linked                  \
        __attribute__((used)) = ucilk_abi_link

/*
 * What follows a spawn that returned a handle, in the function that spawned:
 * calls ucilk_abi_link, and makes the function address its frame by a frame
 * pointer.  That is in the code, not in the flags, so that it holds at every -O,
 * when inlined, and with -flto.
 */
static __inline__ __attribute__((always_inline, unused)) void
ucilk_abi_stolen(struct ucilk_abi_frame *frame, void *handle, void *dst,
                 ucilk_abi_finish *finish)
{
#ifdef UCILK_ABI_SERIAL
    (void)frame, (void)handle, (void)dst, (void)finish;
#else
    const void *local;
    char here = 0;
    __asm__ volatile("" : : "r"(__builtin_frame_address(0)));
    __asm__ volatile("{lea %1, %0|lea %0, %1}" : "=r"(local) : "m"(here));
    ucilk_abi_link(frame, handle, dst, finish, local);
#endif
}

/*
 * The slow path of a sync: waits for every outstanding child of `frame'.  The
 * caller may go on in another worker.  _end where the frame ends: the outermost
 * frame of a parallel region waits for every future as well.
 *
 * Written out they keep the registers in which a function returns, or it would
 * save others for the sake of a call that is seldom made.  Not static: a copy that
 * a compiler keeps (-finstrument-functions) would be what the call finds.
 */
#if UCILK_ABI_IS_INLINE
#define UCILK_ABI_SYNC(name)                                                   \
    extern __inline__ __attribute__((always_inline, gnu_inline)) void          \
    name(struct ucilk_abi_frame *frame)                                        \
    {                                                                          \
        __asm__ __volatile__("call " #name "@PLT"                              \
                             : "+D"(frame)                                     \
                             :                                                 \
                             : "rcx", "rsi", "r8", "r9", "r10", "r11", "cc",   \
                               "memory", "xmm2", "xmm3", "xmm4", "xmm5",       \
                               "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",        \
                               "xmm11", "xmm12", "xmm13", "xmm14", "xmm15",    \
                               "st", "st(1)", "st(2)", "st(3)", "st(4)",       \
                               "st(5)", "st(6)", "st(7)");                     \
    }
UCILK_ABI_SYNC(ucilk_abi_sync)
UCILK_ABI_SYNC(ucilk_abi_sync_end)
#elif defined(UCILK_ABI_SERIAL)
static __inline__ __attribute__((unused)) void
ucilk_abi_sync(struct ucilk_abi_frame *frame)
{
    (void)frame;
}
static __inline__ __attribute__((unused)) void
ucilk_abi_sync_end(struct ucilk_abi_frame *frame)
{
    (void)frame;
}
#else
void ucilk_abi_sync(struct ucilk_abi_frame *frame) __attribute__((cold));
void ucilk_abi_sync_end(struct ucilk_abi_frame *frame) __attribute__((cold));
#endif

/*
 * The same as ucilk_abi_sync_end where the locals of the function are gone
 * already: results whose destination lies in [current stack pointer, end) are
 * dropped.  The macro form's implicit sync at a return.
 */
void ucilk_abi_sync_return(struct ucilk_abi_frame *frame, void *end)
    __attribute__((cold));

/* `sync`. */
static __inline__ __attribute__((always_inline, unused)) void
ucilk_abi_join(struct ucilk_abi_frame *frame)
{
    if (__builtin_expect(frame->outstanding != 0, 0))
        ucilk_abi_sync(frame);
}

/* With __attribute__((cleanup)) the implied sync of a scope. */
static __inline__ __attribute__((always_inline, unused)) void
ucilk_abi_end(struct ucilk_abi_frame *frame)
{
    if (__builtin_expect(frame->outstanding != 0, 0))
        ucilk_abi_sync_end(frame);
}

/*
 * Futures (Shiina & Taura, CLUSTER'22, II-C).
 *
 * A future's task is described as any other, with UCILK_ABI_TASK_FUTURE in its
 * flags and never direct.  A promise, and a future made from a value, are
 * described in the same way, with result_size, file and line alone.
 *
 * `place' is "file:line" of the caller, for messages.  Every mistake ends the
 * program with one.
 */
#define UCILK_ABI_TASK_FUTURE 2u
#define UCILK_ABI_TASK_PROMISE 4u
#define UCILK_ABI_TASK_VALUE 8u

/* A handle: a plain value, good in every worker.  All zero is no future. */
typedef struct ucilk_future {
    unsigned long ref, tag; /* the runtime's */
} ucilk_future_t;

/* The most consumers of a future. */
#define UCILK_ABI_MAX_CONSUMERS 1000000000L

/*
 * Runs task->body(args) as the task of a future with so many consumers, and
 * returns its handle; perhaps in another worker, and before the task has
 * ended.  Not linked: no sync waits for it but that of ucilk_abi_sync_end.
 */
ucilk_future_t ucilk_abi_future(void *args, const struct ucilk_abi_task *task,
                                struct ucilk_abi_frame *frame, long consumers);

/* A future of one consumer that is fulfilled with *value. */
ucilk_future_t ucilk_abi_future_value(const struct ucilk_abi_task *site,
                                      const void *value);

/* A future that ucilk_abi_promise_set fulfils, once. */
ucilk_future_t ucilk_abi_promise(const struct ucilk_abi_task *site,
                                 long consumers);
void ucilk_abi_promise_set(ucilk_future_t promise, const void *value,
                           unsigned long size, const char *place);

/*
 * Waits until the future is fulfilled, and copies its result, which has `size'
 * bytes, or the part [offset, offset + size) of it, to dst.  Uses up one of its
 * consumers; after the last the future is freed.  The caller may go on in
 * another worker.
 */
void ucilk_abi_future_get(void *dst, ucilk_future_t future, unsigned long size,
                          const char *place);
void ucilk_abi_future_get_part(void *dst, ucilk_future_t future,
                               unsigned long offset, unsigned long size,
                               const char *place);

/* So many consumers more; at least one must be left. */
void ucilk_abi_future_share(ucilk_future_t *future, long consumers,
                            const char *place);

/* Would a get return without waiting?  Uses up nothing. */
int ucilk_abi_future_done(ucilk_future_t future, const char *place);

/*
 * Inlets and abort, in programs of one process (Cilk-5).
 *
 * A function that has inlets, or aborts, has an object of the first kind besides
 * its frame.  Every child of its own frame is spawned by ucilk_abi_inlets_spawn,
 * and returns nothing: its body is
 *
 *     copy the arguments; ucilk_abi_publish(word);
 *     ucilk_abi_child_begin(child);
 *     result = f(arguments);
 *     ucilk_abi_inlet(child, run, &payload, sizeof payload);
 *     ucilk_abi_child_end(child);
 *
 * with the second kind of object at the head of args.  run(payload) is the
 * inlet, with what it takes: payload is a copy, and the inlet may run in
 * another strand, but never beside another one of the same parent, nor beside
 * the parent's own code between its spawns and syncs.  It does not run where
 * the child was aborted.
 *
 * UCILK_ABI_TASK_ABORTS says that the code behind a spawn, where it is given a
 * handle, asks ucilk_abi_aborted behind ucilk_abi_stolen, and then leaves the
 * function.  Such a strand need not have run the child.
 */
#define UCILK_ABI_TASK_INLETS 32u
#define UCILK_ABI_TASK_ABORTS 64u

/* The handle of a child that does not run, or of which nobody wants the result:
 * the caller is aborted. */
#define UCILK_ABI_ABORTED ((void *)2)

struct ucilk_abi_child;

struct ucilk_abi_inlets {
    struct ucilk_abi_frame *frame;
    /* The runtime's; zero at first. */
    void *word;           /* lock, and results that wait for its holder */
    unsigned long aborts; /* so far */
    int is_held, is_counted;
    struct ucilk_abi_child *scope; /* of the function itself */
};

/* The runtime's, but for its place. */
struct ucilk_abi_child {
    struct ucilk_abi_inlets *in; /* of the parent */
    unsigned long born;          /* the parent's aborts at the spawn */
    struct ucilk_abi_child *up;  /* the next such child around the parent */
};

typedef void ucilk_abi_inlet_run(void *payload);

#ifdef UCILK_ABI_SERIAL
static __inline__ __attribute__((unused)) void
ucilk_abi_child_begin(struct ucilk_abi_child *child)
{
    (void)child;
}
static __inline__ __attribute__((unused)) void
ucilk_abi_child_end(struct ucilk_abi_child *child)
{
    (void)child;
}
static __inline__ __attribute__((unused)) void
ucilk_abi_inlet(struct ucilk_abi_child *child, ucilk_abi_inlet_run *run,
                const void *payload, unsigned long size)
{
    (void)child, (void)size;
    UCILK_ABI_HIDE(run);
    run((void *)(unsigned long)payload);
}
static __inline__ __attribute__((unused)) void
ucilk_abi_abort(struct ucilk_abi_inlets *in)
{
    (void)in;
}
static __inline__ __attribute__((unused)) int ucilk_abi_aborted(void)
{
    return 0;
}
static __inline__ __attribute__((unused)) void *
ucilk_abi_inlets_spawn(void *args, const struct ucilk_abi_task *task,
                       struct ucilk_abi_inlets *in, int is_apart)
{
    (void)is_apart;
    return ucilk_abi_spawn_args(args, (void *)0, 0, task, in->frame);
}
static __inline__ __attribute__((unused)) void
ucilk_abi_inlets_stolen(struct ucilk_abi_inlets *in, void *handle)
{
    (void)in, (void)handle;
}
static __inline__ __attribute__((unused)) void
ucilk_abi_inlets_join(struct ucilk_abi_inlets *in)
{
    (void)in;
}
static __inline__ __attribute__((unused)) void
ucilk_abi_inlets_end(struct ucilk_abi_inlets *in)
{
    (void)in;
}
#else
void ucilk_abi_child_begin(struct ucilk_abi_child *child);
void ucilk_abi_child_end(struct ucilk_abi_child *child);
void ucilk_abi_inlet(struct ucilk_abi_child *child, ucilk_abi_inlet_run *run,
                     const void *payload, unsigned long size);

/* `abort', in an inlet or in the function itself: ends its children. */
void ucilk_abi_abort(struct ucilk_abi_inlets *in);

/* Is the calling strand aborted? */
int ucilk_abi_aborted(void);

/* The parent, around its spawns and syncs; child is null at a sync. */
void ucilk_abi_inlets_leave(struct ucilk_abi_inlets *in,
                            struct ucilk_abi_child *child);
void ucilk_abi_inlets_back(struct ucilk_abi_inlets *in);
void ucilk_abi_inlets_joined(struct ucilk_abi_inlets *in);

/* args begin with a struct ucilk_abi_child.  Where there is a handle,
 * ucilk_abi_inlets_stolen follows, in the same function. */
static __inline__ __attribute__((always_inline, unused)) void *
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

static __inline__ __attribute__((always_inline, unused)) void
ucilk_abi_inlets_stolen(struct ucilk_abi_inlets *in, void *handle)
{
    ucilk_abi_stolen(in->frame, handle, 0, 0);
    ucilk_abi_inlets_back(in);
}

/* `sync'. */
static __inline__ __attribute__((always_inline, unused)) void
ucilk_abi_inlets_join(struct ucilk_abi_inlets *in)
{
    if (__builtin_expect(in->is_held, 0))
        ucilk_abi_inlets_leave(in, 0);
    if (__builtin_expect(in->frame->outstanding != 0, 0))
        ucilk_abi_sync(in->frame);
    if (__builtin_expect(in->is_counted, 0))
        ucilk_abi_inlets_joined(in);
}

/* With __attribute__((cleanup)) the implied sync of the function: declared
 * behind the frame, whose own is for nothing then. */
static __inline__ __attribute__((always_inline, unused)) void
ucilk_abi_inlets_end(struct ucilk_abi_inlets *in)
{
    if (__builtin_expect(in->is_held, 0))
        ucilk_abi_inlets_leave(in, 0);
    if (__builtin_expect(in->frame->outstanding != 0, 0))
        ucilk_abi_sync_end(in->frame);
    if (__builtin_expect(in->is_counted, 0))
        ucilk_abi_inlets_joined(in);
}
#endif

/*
 * Loops.
 *
 * The iterations of a cilk_for are numbered 0, 1, ... by `first' and `n'.  The
 * loop's args struct begins with a range; what the body captures and the views
 * of the loop's local reducers follow.  It is copied by its bytes, views too.
 */
struct ucilk_abi_range;

/* What the runtime knows of one cilk_for.  Static and const, one a loop. */
struct ucilk_abi_loop {
    /* body is ucilk_abi_for_body, args_size that of the whole args struct;
     * the result is the views, of result_size 0 where there are none. */
    struct ucilk_abi_task task;
    /* Runs iterations [first, first + n), n >= 1, in their order.  Updates the
     * views in range's struct in place; may change first and n. */
    void (*piece)(struct ucilk_abi_range *range);
    /* Of all views at once; null where there are none.  left = left (x) right,
     * after which the bytes of right are dropped. */
    void (*identity)(void *views);
    void (*reduce)(void *left, void *right);
};

/* The head of the args struct of a loop. */
struct ucilk_abi_range {
    const struct ucilk_abi_loop *loop;
    unsigned long first, n; /* iterations; n may be 0 on entry */
    unsigned long grain; /* most iterations in a piece; 0: the runtime's choice,
                          * about 8 pieces a worker, at most 16384 iterations */
};

/*
 * Runs all iterations and returns when they have run, perhaps in another
 * worker.  The views in args hold the initial values on entry and the results
 * on return; range's words are used up.
 */
#ifdef UCILK_ABI_SERIAL
static __inline__ __attribute__((unused)) void
ucilk_abi_for(struct ucilk_abi_range *args)
{
    void (*piece)(struct ucilk_abi_range *range) = args->loop->piece;
    UCILK_ABI_HIDE(piece);
    if (args->n > 0)
        piece(args);
}
#else
void ucilk_abi_for(struct ucilk_abi_range *args);
#endif

/* The body of every loop's task. */
#ifdef UCILK_ABI_SERIAL
static __inline__ __attribute__((unused)) void ucilk_abi_for_body(void *args)
{
    (void)args;
}
#else
void ucilk_abi_for_body(void *args);
#endif

/* A loop's step that is 0 or of the wrong sign, found at run time: one message,
 * and the end of the program. */
#ifdef UCILK_ABI_SERIAL
static __inline__ __attribute__((unused, noreturn)) void
ucilk_abi_for_bad_step(const char *file, int line)
{
    (void)file, (void)line;
    __builtin_trap();
}
#else
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

/* The calling strand's view of the reducer at `key'.  The same until the
 * function that asks spawns. */
#ifdef UCILK_ABI_SERIAL
static __inline__ __attribute__((unused)) void *
ucilk_abi_look_up(void *key, unsigned long size,
                  const struct ucilk_abi_monoid *monoid)
{
    (void)size, (void)monoid;
    return key;
}
#else
void *ucilk_abi_look_up(void *key, unsigned long size,
                        const struct ucilk_abi_monoid *monoid);
#endif

/*
 * Reducers that come to be while the program runs, at any place in [start,
 * start + size), and that cease: what the memory holds are their leftmost views.
 * All who have used them have been joined at the end.  Not needed for what is
 * static.
 */
#ifdef UCILK_ABI_SERIAL
static __inline__ __attribute__((unused)) void
ucilk_abi_reducers_begin(void *start, unsigned long size)
{
    (void)start, (void)size;
}
static __inline__ __attribute__((unused)) void
ucilk_abi_reducers_end(void *start, unsigned long size)
{
    (void)start, (void)size;
}
#else
void ucilk_abi_reducers_begin(void *start, unsigned long size);
void ucilk_abi_reducers_end(void *start, unsigned long size);
#endif

/* The same for a local variable: with its address, size and frame, or null, in
 * an array of pointers whose cleanup this is. */
static __inline__ __attribute__((always_inline, unused)) void
ucilk_abi_local_end(void *local)
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
 * A strand's pedigree is its rank, followed by those of its ancestors.  The
 * thread that runs a strand has the first node; the others lie on the stacks of
 * the tasks whose births they are, and do not change:
 *
 *   child born:     node = {rank of the parent, parent's birth}, rank = 0
 *   parent goes on: rank = its rank at the spawn + 1, on either path
 *   sync:           rank = rank + 1
 *   loop:           node = {rank, birth}; each iteration is born with a node
 *                   {its number, &that}; behind the loop rank = its rank + 1
 *   call, return:   nothing
 *
 * Files compiled with UCILK_ABI_PEDIGREES keep them.  A continuation gets its
 * state from a local of its own; what goes on elsewhere without that, in another
 * file, has lost it, and asking for it is an error.
 */
struct ucilk_pedigree {
    unsigned long rank;
    const struct ucilk_pedigree *parent; /* null: of the thread itself */
};

/* In the flags of a task whose body keeps its pedigree. */
#define UCILK_ABI_TASK_PEDIGREES 128u

#ifdef UCILK_ABI_SERIAL
/* The calling thread's, for all files. */
__attribute__((weak)) __thread struct ucilk_pedigree ucilk_serial_pedigree;

static __inline__ __attribute__((unused)) struct ucilk_pedigree
ucilk_abi_pedigree(void)
{
    return ucilk_serial_pedigree;
}
static __inline__ __attribute__((unused)) void
ucilk_abi_pedigree_begin(const struct ucilk_pedigree *birth)
{
    ucilk_serial_pedigree.rank = 0;
    ucilk_serial_pedigree.parent = birth;
}
static __inline__ __attribute__((unused)) void
ucilk_abi_pedigree_go_on(struct ucilk_pedigree from)
{
    ucilk_serial_pedigree.rank = from.rank + 1;
    ucilk_serial_pedigree.parent = from.parent;
}
/* A future has been fulfilled before its creator goes on. */
static __inline__ __attribute__((unused)) struct ucilk_pedigree
ucilk_abi_pedigree_copy(void)
{
    return ucilk_serial_pedigree;
}
static __inline__ __attribute__((unused)) void
ucilk_abi_pedigree_drop(struct ucilk_pedigree copy)
{
    (void)copy;
}
#elif defined(UCILK_ABI_PEDIGREES)
/* The runtime refuses to give numbers where no file has said this. */
void ucilk_abi_pedigree_keep(void);
static __attribute__((constructor, used)) void
ucilk_abi_pedigree_constructor(void)
{
    ucilk_abi_pedigree_keep();
}
/*
 * ucilk_abi_pedigree: the running strand's first node.  _begin where a child or an
 * iteration begins; _go_on behind a spawn, a sync or a loop, before which the node
 * was `from'.  The thread's place for it is asked for each time: behind a spawn
 * the thread may be another one.
 */
#if UCILK_ABI_IS_INLINE
static __inline__ __attribute__((always_inline, artificial, unused))
struct ucilk_pedigree *
ucilk_abi_pedigree_here(void)
{
    struct ucilk_pedigree *here;
    __asm__ __volatile__("movq ucilk_abi_strand@gottpoff(%%rip), %0\n\t"
                         "addq %%fs:0, %0"
                         : "=r"(here)
                         :
                         : "cc", "memory");
    return here;
}
static __inline__ __attribute__((always_inline, artificial, unused))
struct ucilk_pedigree
ucilk_abi_pedigree(void)
{
    return *ucilk_abi_pedigree_here();
}
static __inline__ __attribute__((always_inline, artificial, unused)) void
ucilk_abi_pedigree_begin(const struct ucilk_pedigree *birth)
{
    struct ucilk_pedigree *here = ucilk_abi_pedigree_here();
    here->rank = 0;
    here->parent = birth;
}
static __inline__ __attribute__((always_inline, artificial, unused)) void
ucilk_abi_pedigree_go_on(struct ucilk_pedigree from)
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
/* The birth of a future's task, which may outlive its ancestors: with copies of
 * theirs.  It drops them at its end. */
struct ucilk_pedigree ucilk_abi_pedigree_copy(void);
void ucilk_abi_pedigree_drop(struct ucilk_pedigree copy);
#endif

#ifdef UCILK_ABI_PEDIGREES
/* ucilk_abi_end, and the rank behind it.  Inlined, since a sync is the function's
 * that spawned. */
static __inline__ __attribute__((always_inline, unused)) void
ucilk_abi_pedigree_end(struct ucilk_abi_frame *frame)
{
    struct ucilk_pedigree from = ucilk_abi_pedigree();
    ucilk_abi_end(frame);
    ucilk_abi_pedigree_go_on(from);
}
#endif

/* In programs for clusters: reducers at file scope, known to the runtime. */
struct ucilk_abi_reducer {
    void *variable;
    unsigned long size;
    void (*identity)(void *view);
    void (*reduce)(void *left, void *right);
    struct ucilk_abi_reducer *next; /* the runtime's */
};

/* Makes it known, in a constructor of the file that defines it. */
void ucilk_abi_reducer_add(struct ucilk_abi_reducer *reducer);

/*
 * In programs for clusters the view is the memory of the variable in each
 * worker: it stands alone on its pages, which each worker maps privately.  For
 * `T x = value':
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
