# 1 "/tmp/t/w1.c"
# 1 "ucilk/abi.h" 3
/*
 * The contract between generated code and the runtime.
 *
 * Code rewritten by ucilkcc and code written with <ucilk/macros.h> both lower
 * to what stands here, and to nothing else.  The header includes nothing, so
 * that the rewriter can put it before any source file.
 *
 * Versioned: every file that spawns refers to ucilk_abi_link under a symbol
 * name that carries the version, so that objects and library of different
 * versions do not link.
 */









/* What the runtime knows of one spawn site.  Static and const, one a site. */
struct ucilk_abi_task {
    /*
     * Runs the child: loads every argument from args, calls the function,
     * builds the result in a local and copies it into args last.  (A result
     * slot handed to the callee inside args would be lost when the child
     * migrates; arguments read late would be another thread's.)
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
 * A direct task's body is the spawned function itself, cast: it takes up to
 * four arguments of integer or pointer type and returns void or such a type.
 * There is no args struct; result_offset is 0.
 */


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
 * process, and the child is still outstanding: pass the handle to
 * ucilk_abi_link before the next spawn.  (DESIGN.md 3; work-first
 * continuation stealing as in Cilk-5, stacks as in Akiyama & Taura, HPDC'15.)
 */
void *ucilk_abi_spawn(void *args, const struct ucilk_abi_task *task,
                      struct ucilk_abi_frame *frame);

/* The same for direct tasks: value is what the body returned, or undefined
 * where there is a handle.  Arguments are passed converted to the parameter's
 * type, then to long. */
struct ucilk_abi_spawned {
    void *handle;
    unsigned long value;
};
struct ucilk_abi_spawned ucilk_abi_spawn_0(const struct ucilk_abi_task *task,
                                           struct ucilk_abi_frame *frame);
struct ucilk_abi_spawned
ucilk_abi_spawn_1(long a0, const struct ucilk_abi_task *task,
                  struct ucilk_abi_frame
                      *frame) __asm__("ucilk_abi_spawn"); /* one and the same */
struct ucilk_abi_spawned ucilk_abi_spawn_2(long a0, long a1,
                                           const struct ucilk_abi_task *task,
                                           struct ucilk_abi_frame *frame);
struct ucilk_abi_spawned ucilk_abi_spawn_3(long a0, long a1, long a2,
                                           const struct ucilk_abi_task *task,
                                           struct ucilk_abi_frame *frame);
struct ucilk_abi_spawned ucilk_abi_spawn_4(long a0, long a1, long a2, long a3,
                                           const struct ucilk_abi_task *task,
                                           struct ucilk_abi_frame *frame);

/*
 * Makes the child behind `handle` one that the next sync of `frame` waits
 * for.  When it is joined, finish(dst, result) runs, in the order of the
 * spawns; a null finish drops the result.
 */
void ucilk_abi_link(struct ucilk_abi_frame *frame, void *handle, void *dst,
                    ucilk_abi_finish *finish) __asm__("ucilk_abi_link_v1")
    __attribute__((cold));

/* The slow path of a sync: waits for every outstanding child of `frame`.
 * The caller may go on in another process. */
void ucilk_abi_sync(struct ucilk_abi_frame *frame) __attribute__((cold));

/*
 * The same where the locals of the function are gone already: results whose
 * destination lies in [current stack pointer, end) are dropped.  The macro
 * form's implicit sync at a return.
 */
void ucilk_abi_sync_return(struct ucilk_abi_frame *frame, void *end)
    __attribute__((cold));

/* `sync`, and with __attribute__((cleanup)) the implied sync of a scope. */
static __inline__ __attribute__((always_inline, unused)) void
ucilk_abi_join(struct ucilk_abi_frame *frame)
{
    if (__builtin_expect(frame->outstanding != 0, 0))
        ucilk_abi_sync(frame);
}

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
                          * about 8 pieces a worker, at most 2048 iterations */
};

/*
 * Runs all iterations and returns when they have run, perhaps in another
 * process.  The views in args hold the initial values on entry and the results
 * on return; range's words are used up.
 */
void ucilk_abi_for(struct ucilk_abi_range *args);

/* The body of every loop's task. */
void ucilk_abi_for_body(void *args);

/* A loop's step that is 0 or of the wrong sign, found at run time: one message,
 * and the end of the program. */
void ucilk_abi_for_bad_step(const char *file, int line)
    __attribute__((cold, noreturn));

/*
 * Reducers at file scope.  A view is the memory of the variable in one worker:
 * the variable stands alone on its pages, which each worker maps privately, so
 * that access is free, and an address taken before a spawn is good after it.
 * (That of a thread-local variable is not: it differs by worker, and compilers
 * keep it over calls.)  In C, for `T x = value':
 *
 *     static UCILK_ABI_VIEW(T) storage = {value};
 *     [static] extern T x __attribute__((alias("storage")));
 *
 * The runtime moves views by their bytes.  One struct a reducer, in writable
 * memory, added by a constructor of the file that defines the variable.
 */






struct ucilk_abi_reducer {
    void *(*view)(void); /* address of the calling worker's view */
    unsigned long size;
    void (*identity)(void *view);
    void (*reduce)(void *left, void *right);
    struct ucilk_abi_reducer *next; /* the runtime's */
};
void ucilk_abi_reducer_add(struct ucilk_abi_reducer *reducer);






# 1 "/tmp/t/w1.c"
# 1 "<built-in>" 1
# 1 "<built-in>" 3
# 361 "<built-in>" 3
# 1 "<command line>" 1
# 1 "<built-in>" 2
# 1 "/tmp/t/w1.c" 2
# 1 "/tmp/rewriter-build/include/ucilk/ucilk.h" 1
# 2 "/tmp/t/w1.c" 2
# 1 "/usr/include/stdio.h" 1 3 4
# 27 "/usr/include/stdio.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/libc-header-start.h" 1 3 4
# 33 "/usr/include/x86_64-linux-gnu/bits/libc-header-start.h" 3 4
# 1 "/usr/include/features.h" 1 3 4
# 392 "/usr/include/features.h" 3 4
# 1 "/usr/include/features-time64.h" 1 3 4
# 20 "/usr/include/features-time64.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/wordsize.h" 1 3 4
# 21 "/usr/include/features-time64.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/timesize.h" 1 3 4
# 19 "/usr/include/x86_64-linux-gnu/bits/timesize.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/wordsize.h" 1 3 4
# 20 "/usr/include/x86_64-linux-gnu/bits/timesize.h" 2 3 4
# 22 "/usr/include/features-time64.h" 2 3 4
# 393 "/usr/include/features.h" 2 3 4
# 467 "/usr/include/features.h" 3 4
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 468 "/usr/include/features.h" 2 3 4
# 489 "/usr/include/features.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/sys/cdefs.h" 1 3 4
# 561 "/usr/include/x86_64-linux-gnu/sys/cdefs.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/wordsize.h" 1 3 4
# 562 "/usr/include/x86_64-linux-gnu/sys/cdefs.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/long-double.h" 1 3 4
# 563 "/usr/include/x86_64-linux-gnu/sys/cdefs.h" 2 3 4
# 490 "/usr/include/features.h" 2 3 4
# 513 "/usr/include/features.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/gnu/stubs.h" 1 3 4
# 10 "/usr/include/x86_64-linux-gnu/gnu/stubs.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/gnu/stubs-64.h" 1 3 4
# 11 "/usr/include/x86_64-linux-gnu/gnu/stubs.h" 2 3 4
# 514 "/usr/include/features.h" 2 3 4
# 34 "/usr/include/x86_64-linux-gnu/bits/libc-header-start.h" 2 3 4
# 28 "/usr/include/stdio.h" 2 3 4





# 1 "/usr/lib/llvm-14/lib/clang/14.0.6/include/stddef.h" 1 3 4
# 46 "/usr/lib/llvm-14/lib/clang/14.0.6/include/stddef.h" 3 4
typedef long unsigned int size_t;
# 34 "/usr/include/stdio.h" 2 3 4


# 1 "/usr/lib/llvm-14/lib/clang/14.0.6/include/stdarg.h" 1 3 4
# 14 "/usr/lib/llvm-14/lib/clang/14.0.6/include/stdarg.h" 3 4
typedef __builtin_va_list va_list;
# 32 "/usr/lib/llvm-14/lib/clang/14.0.6/include/stdarg.h" 3 4
typedef __builtin_va_list __gnuc_va_list;
# 37 "/usr/include/stdio.h" 2 3 4

# 1 "/usr/include/x86_64-linux-gnu/bits/types.h" 1 3 4
# 27 "/usr/include/x86_64-linux-gnu/bits/types.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/wordsize.h" 1 3 4
# 28 "/usr/include/x86_64-linux-gnu/bits/types.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/timesize.h" 1 3 4
# 19 "/usr/include/x86_64-linux-gnu/bits/timesize.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/wordsize.h" 1 3 4
# 20 "/usr/include/x86_64-linux-gnu/bits/timesize.h" 2 3 4
# 29 "/usr/include/x86_64-linux-gnu/bits/types.h" 2 3 4


typedef unsigned char __u_char;
typedef unsigned short int __u_short;
typedef unsigned int __u_int;
typedef unsigned long int __u_long;


typedef signed char __int8_t;
typedef unsigned char __uint8_t;
typedef signed short int __int16_t;
typedef unsigned short int __uint16_t;
typedef signed int __int32_t;
typedef unsigned int __uint32_t;

typedef signed long int __int64_t;
typedef unsigned long int __uint64_t;






typedef __int8_t __int_least8_t;
typedef __uint8_t __uint_least8_t;
typedef __int16_t __int_least16_t;
typedef __uint16_t __uint_least16_t;
typedef __int32_t __int_least32_t;
typedef __uint32_t __uint_least32_t;
typedef __int64_t __int_least64_t;
typedef __uint64_t __uint_least64_t;



typedef long int __quad_t;
typedef unsigned long int __u_quad_t;







typedef long int __intmax_t;
typedef unsigned long int __uintmax_t;
# 141 "/usr/include/x86_64-linux-gnu/bits/types.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/typesizes.h" 1 3 4
# 142 "/usr/include/x86_64-linux-gnu/bits/types.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/time64.h" 1 3 4
# 143 "/usr/include/x86_64-linux-gnu/bits/types.h" 2 3 4


typedef unsigned long int __dev_t;
typedef unsigned int __uid_t;
typedef unsigned int __gid_t;
typedef unsigned long int __ino_t;
typedef unsigned long int __ino64_t;
typedef unsigned int __mode_t;
typedef unsigned long int __nlink_t;
typedef long int __off_t;
typedef long int __off64_t;
typedef int __pid_t;
typedef struct { int __val[2]; } __fsid_t;
typedef long int __clock_t;
typedef unsigned long int __rlim_t;
typedef unsigned long int __rlim64_t;
typedef unsigned int __id_t;
typedef long int __time_t;
typedef unsigned int __useconds_t;
typedef long int __suseconds_t;
typedef long int __suseconds64_t;

typedef int __daddr_t;
typedef int __key_t;


typedef int __clockid_t;


typedef void * __timer_t;


typedef long int __blksize_t;




typedef long int __blkcnt_t;
typedef long int __blkcnt64_t;


typedef unsigned long int __fsblkcnt_t;
typedef unsigned long int __fsblkcnt64_t;


typedef unsigned long int __fsfilcnt_t;
typedef unsigned long int __fsfilcnt64_t;


typedef long int __fsword_t;

typedef long int __ssize_t;


typedef long int __syscall_slong_t;

typedef unsigned long int __syscall_ulong_t;



typedef __off64_t __loff_t;
typedef char *__caddr_t;


typedef long int __intptr_t;


typedef unsigned int __socklen_t;




typedef int __sig_atomic_t;
# 39 "/usr/include/stdio.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/types/__fpos_t.h" 1 3 4




# 1 "/usr/include/x86_64-linux-gnu/bits/types/__mbstate_t.h" 1 3 4
# 13 "/usr/include/x86_64-linux-gnu/bits/types/__mbstate_t.h" 3 4
typedef struct
{
  int __count;
  union
  {
    unsigned int __wch;
    char __wchb[4];
  } __value;
} __mbstate_t;
# 6 "/usr/include/x86_64-linux-gnu/bits/types/__fpos_t.h" 2 3 4




typedef struct _G_fpos_t
{
  __off_t __pos;
  __mbstate_t __state;
} __fpos_t;
# 40 "/usr/include/stdio.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/types/__fpos64_t.h" 1 3 4
# 10 "/usr/include/x86_64-linux-gnu/bits/types/__fpos64_t.h" 3 4
typedef struct _G_fpos64_t
{
  __off64_t __pos;
  __mbstate_t __state;
} __fpos64_t;
# 41 "/usr/include/stdio.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/types/__FILE.h" 1 3 4



struct _IO_FILE;
typedef struct _IO_FILE __FILE;
# 42 "/usr/include/stdio.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/types/FILE.h" 1 3 4



struct _IO_FILE;


typedef struct _IO_FILE FILE;
# 43 "/usr/include/stdio.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/types/struct_FILE.h" 1 3 4
# 35 "/usr/include/x86_64-linux-gnu/bits/types/struct_FILE.h" 3 4
struct _IO_FILE;
struct _IO_marker;
struct _IO_codecvt;
struct _IO_wide_data;




typedef void _IO_lock_t;





struct _IO_FILE
{
  int _flags;


  char *_IO_read_ptr;
  char *_IO_read_end;
  char *_IO_read_base;
  char *_IO_write_base;
  char *_IO_write_ptr;
  char *_IO_write_end;
  char *_IO_buf_base;
  char *_IO_buf_end;


  char *_IO_save_base;
  char *_IO_backup_base;
  char *_IO_save_end;

  struct _IO_marker *_markers;

  struct _IO_FILE *_chain;

  int _fileno;
  int _flags2;
  __off_t _old_offset;


  unsigned short _cur_column;
  signed char _vtable_offset;
  char _shortbuf[1];

  _IO_lock_t *_lock;







  __off64_t _offset;

  struct _IO_codecvt *_codecvt;
  struct _IO_wide_data *_wide_data;
  struct _IO_FILE *_freeres_list;
  void *_freeres_buf;
  size_t __pad5;
  int _mode;

  char _unused2[15 * sizeof (int) - 4 * sizeof (void *) - sizeof (size_t)];
};
# 44 "/usr/include/stdio.h" 2 3 4








typedef __gnuc_va_list va_list;
# 63 "/usr/include/stdio.h" 3 4
typedef __off_t off_t;
# 77 "/usr/include/stdio.h" 3 4
typedef __ssize_t ssize_t;






typedef __fpos_t fpos_t;
# 133 "/usr/include/stdio.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/stdio_lim.h" 1 3 4
# 134 "/usr/include/stdio.h" 2 3 4
# 143 "/usr/include/stdio.h" 3 4
extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;






extern int remove (const char *__filename) __attribute__ ((__nothrow__ ));

extern int rename (const char *__old, const char *__new) __attribute__ ((__nothrow__ ));



extern int renameat (int __oldfd, const char *__old, int __newfd,
       const char *__new) __attribute__ ((__nothrow__ ));
# 178 "/usr/include/stdio.h" 3 4
extern int fclose (FILE *__stream);
# 188 "/usr/include/stdio.h" 3 4
extern FILE *tmpfile (void)
  __attribute__ ((__malloc__)) ;
# 205 "/usr/include/stdio.h" 3 4
extern char *tmpnam (char[20]) __attribute__ ((__nothrow__ )) ;




extern char *tmpnam_r (char __s[20]) __attribute__ ((__nothrow__ )) ;
# 222 "/usr/include/stdio.h" 3 4
extern char *tempnam (const char *__dir, const char *__pfx)
   __attribute__ ((__nothrow__ )) __attribute__ ((__malloc__)) ;






extern int fflush (FILE *__stream);
# 239 "/usr/include/stdio.h" 3 4
extern int fflush_unlocked (FILE *__stream);
# 258 "/usr/include/stdio.h" 3 4
extern FILE *fopen (const char *__restrict __filename,
      const char *__restrict __modes)
  __attribute__ ((__malloc__)) ;




extern FILE *freopen (const char *__restrict __filename,
        const char *__restrict __modes,
        FILE *__restrict __stream) ;
# 293 "/usr/include/stdio.h" 3 4
extern FILE *fdopen (int __fd, const char *__modes) __attribute__ ((__nothrow__ ))
  __attribute__ ((__malloc__)) ;
# 308 "/usr/include/stdio.h" 3 4
extern FILE *fmemopen (void *__s, size_t __len, const char *__modes)
  __attribute__ ((__nothrow__ )) __attribute__ ((__malloc__)) ;




extern FILE *open_memstream (char **__bufloc, size_t *__sizeloc) __attribute__ ((__nothrow__ ))
  __attribute__ ((__malloc__)) ;
# 328 "/usr/include/stdio.h" 3 4
extern void setbuf (FILE *__restrict __stream, char *__restrict __buf) __attribute__ ((__nothrow__ ));



extern int setvbuf (FILE *__restrict __stream, char *__restrict __buf,
      int __modes, size_t __n) __attribute__ ((__nothrow__ ));




extern void setbuffer (FILE *__restrict __stream, char *__restrict __buf,
         size_t __size) __attribute__ ((__nothrow__ ));


extern void setlinebuf (FILE *__stream) __attribute__ ((__nothrow__ ));







extern int fprintf (FILE *__restrict __stream,
      const char *__restrict __format, ...);




extern int printf (const char *__restrict __format, ...);

extern int sprintf (char *__restrict __s,
      const char *__restrict __format, ...) __attribute__ ((__nothrow__));





extern int vfprintf (FILE *__restrict __s, const char *__restrict __format,
       __gnuc_va_list __arg);




extern int vprintf (const char *__restrict __format, __gnuc_va_list __arg);

extern int vsprintf (char *__restrict __s, const char *__restrict __format,
       __gnuc_va_list __arg) __attribute__ ((__nothrow__));



extern int snprintf (char *__restrict __s, size_t __maxlen,
       const char *__restrict __format, ...)
     __attribute__ ((__nothrow__)) __attribute__ ((__format__ (__printf__, 3, 4)));

extern int vsnprintf (char *__restrict __s, size_t __maxlen,
        const char *__restrict __format, __gnuc_va_list __arg)
     __attribute__ ((__nothrow__)) __attribute__ ((__format__ (__printf__, 3, 0)));
# 403 "/usr/include/stdio.h" 3 4
extern int vdprintf (int __fd, const char *__restrict __fmt,
       __gnuc_va_list __arg)
     __attribute__ ((__format__ (__printf__, 2, 0)));
extern int dprintf (int __fd, const char *__restrict __fmt, ...)
     __attribute__ ((__format__ (__printf__, 2, 3)));







extern int fscanf (FILE *__restrict __stream,
     const char *__restrict __format, ...) ;




extern int scanf (const char *__restrict __format, ...) ;

extern int sscanf (const char *__restrict __s,
     const char *__restrict __format, ...) __attribute__ ((__nothrow__ ));





# 1 "/usr/include/x86_64-linux-gnu/bits/floatn.h" 1 3 4
# 120 "/usr/include/x86_64-linux-gnu/bits/floatn.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/floatn-common.h" 1 3 4
# 24 "/usr/include/x86_64-linux-gnu/bits/floatn-common.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/long-double.h" 1 3 4
# 25 "/usr/include/x86_64-linux-gnu/bits/floatn-common.h" 2 3 4
# 214 "/usr/include/x86_64-linux-gnu/bits/floatn-common.h" 3 4
typedef float _Float32;
# 251 "/usr/include/x86_64-linux-gnu/bits/floatn-common.h" 3 4
typedef double _Float64;
# 268 "/usr/include/x86_64-linux-gnu/bits/floatn-common.h" 3 4
typedef double _Float32x;
# 285 "/usr/include/x86_64-linux-gnu/bits/floatn-common.h" 3 4
typedef long double _Float64x;
# 121 "/usr/include/x86_64-linux-gnu/bits/floatn.h" 2 3 4
# 431 "/usr/include/stdio.h" 2 3 4



extern int fscanf (FILE *__restrict __stream, const char *__restrict __format, ...) __asm__ ("" "__isoc99_fscanf") ;


extern int scanf (const char *__restrict __format, ...) __asm__ ("" "__isoc99_scanf") ;

extern int sscanf (const char *__restrict __s, const char *__restrict __format, ...) __asm__ ("" "__isoc99_sscanf") __attribute__ ((__nothrow__ ));
# 459 "/usr/include/stdio.h" 3 4
extern int vfscanf (FILE *__restrict __s, const char *__restrict __format,
      __gnuc_va_list __arg)
     __attribute__ ((__format__ (__scanf__, 2, 0))) ;





extern int vscanf (const char *__restrict __format, __gnuc_va_list __arg)
     __attribute__ ((__format__ (__scanf__, 1, 0))) ;


extern int vsscanf (const char *__restrict __s,
      const char *__restrict __format, __gnuc_va_list __arg)
     __attribute__ ((__nothrow__ )) __attribute__ ((__format__ (__scanf__, 2, 0)));





extern int vfscanf (FILE *__restrict __s, const char *__restrict __format, __gnuc_va_list __arg) __asm__ ("" "__isoc99_vfscanf")



     __attribute__ ((__format__ (__scanf__, 2, 0))) ;
extern int vscanf (const char *__restrict __format, __gnuc_va_list __arg) __asm__ ("" "__isoc99_vscanf")

     __attribute__ ((__format__ (__scanf__, 1, 0))) ;
extern int vsscanf (const char *__restrict __s, const char *__restrict __format, __gnuc_va_list __arg) __asm__ ("" "__isoc99_vsscanf") __attribute__ ((__nothrow__ ))



     __attribute__ ((__format__ (__scanf__, 2, 0)));
# 513 "/usr/include/stdio.h" 3 4
extern int fgetc (FILE *__stream);
extern int getc (FILE *__stream);





extern int getchar (void);






extern int getc_unlocked (FILE *__stream);
extern int getchar_unlocked (void);
# 538 "/usr/include/stdio.h" 3 4
extern int fgetc_unlocked (FILE *__stream);
# 549 "/usr/include/stdio.h" 3 4
extern int fputc (int __c, FILE *__stream);
extern int putc (int __c, FILE *__stream);





extern int putchar (int __c);
# 565 "/usr/include/stdio.h" 3 4
extern int fputc_unlocked (int __c, FILE *__stream);







extern int putc_unlocked (int __c, FILE *__stream);
extern int putchar_unlocked (int __c);






extern int getw (FILE *__stream);


extern int putw (int __w, FILE *__stream);







extern char *fgets (char *__restrict __s, int __n, FILE *__restrict __stream)
                                                         ;
# 632 "/usr/include/stdio.h" 3 4
extern __ssize_t __getdelim (char **__restrict __lineptr,
                             size_t *__restrict __n, int __delimiter,
                             FILE *__restrict __stream) ;
extern __ssize_t getdelim (char **__restrict __lineptr,
                           size_t *__restrict __n, int __delimiter,
                           FILE *__restrict __stream) ;







extern __ssize_t getline (char **__restrict __lineptr,
                          size_t *__restrict __n,
                          FILE *__restrict __stream) ;







extern int fputs (const char *__restrict __s, FILE *__restrict __stream);





extern int puts (const char *__s);






extern int ungetc (int __c, FILE *__stream);






extern size_t fread (void *__restrict __ptr, size_t __size,
       size_t __n, FILE *__restrict __stream) ;




extern size_t fwrite (const void *__restrict __ptr, size_t __size,
        size_t __n, FILE *__restrict __s);
# 702 "/usr/include/stdio.h" 3 4
extern size_t fread_unlocked (void *__restrict __ptr, size_t __size,
         size_t __n, FILE *__restrict __stream) ;
extern size_t fwrite_unlocked (const void *__restrict __ptr, size_t __size,
          size_t __n, FILE *__restrict __stream);







extern int fseek (FILE *__stream, long int __off, int __whence);




extern long int ftell (FILE *__stream) ;




extern void rewind (FILE *__stream);
# 736 "/usr/include/stdio.h" 3 4
extern int fseeko (FILE *__stream, __off_t __off, int __whence);




extern __off_t ftello (FILE *__stream) ;
# 760 "/usr/include/stdio.h" 3 4
extern int fgetpos (FILE *__restrict __stream, fpos_t *__restrict __pos);




extern int fsetpos (FILE *__stream, const fpos_t *__pos);
# 786 "/usr/include/stdio.h" 3 4
extern void clearerr (FILE *__stream) __attribute__ ((__nothrow__ ));

extern int feof (FILE *__stream) __attribute__ ((__nothrow__ )) ;

extern int ferror (FILE *__stream) __attribute__ ((__nothrow__ )) ;



extern void clearerr_unlocked (FILE *__stream) __attribute__ ((__nothrow__ ));
extern int feof_unlocked (FILE *__stream) __attribute__ ((__nothrow__ )) ;
extern int ferror_unlocked (FILE *__stream) __attribute__ ((__nothrow__ )) ;







extern void perror (const char *__s);




extern int fileno (FILE *__stream) __attribute__ ((__nothrow__ )) ;




extern int fileno_unlocked (FILE *__stream) __attribute__ ((__nothrow__ )) ;
# 823 "/usr/include/stdio.h" 3 4
extern int pclose (FILE *__stream);





extern FILE *popen (const char *__command, const char *__modes)
  __attribute__ ((__malloc__)) ;






extern char *ctermid (char *__s) __attribute__ ((__nothrow__ ))
                                     ;
# 867 "/usr/include/stdio.h" 3 4
extern void flockfile (FILE *__stream) __attribute__ ((__nothrow__ ));



extern int ftrylockfile (FILE *__stream) __attribute__ ((__nothrow__ )) ;


extern void funlockfile (FILE *__stream) __attribute__ ((__nothrow__ ));
# 885 "/usr/include/stdio.h" 3 4
extern int __uflow (FILE *);
extern int __overflow (FILE *, int);
# 3 "/tmp/t/w1.c" 2
# 1 "/usr/lib/llvm-14/lib/clang/14.0.6/include/stddef.h" 1 3
# 35 "/usr/lib/llvm-14/lib/clang/14.0.6/include/stddef.h" 3
typedef long int ptrdiff_t;
# 74 "/usr/lib/llvm-14/lib/clang/14.0.6/include/stddef.h" 3
typedef int wchar_t;
# 102 "/usr/lib/llvm-14/lib/clang/14.0.6/include/stddef.h" 3
# 1 "/usr/lib/llvm-14/lib/clang/14.0.6/include/__stddef_max_align_t.h" 1 3
# 19 "/usr/lib/llvm-14/lib/clang/14.0.6/include/__stddef_max_align_t.h" 3
typedef struct {
  long long __clang_max_align_nonce1
      __attribute__((__aligned__(__alignof__(long long))));
  long double __clang_max_align_nonce2
      __attribute__((__aligned__(__alignof__(long double))));
} max_align_t;
# 103 "/usr/lib/llvm-14/lib/clang/14.0.6/include/stddef.h" 2 3
# 4 "/tmp/t/w1.c" 2
extern int a[1000];
int a[1000];
void f(int n, unsigned u, size_t z, long l);

# 1 "<ucilk>" 3
struct ucilk_for_0 { struct ucilk_abi_range ucilk_range; int ucilk_go; long ucilk_step; int ucilk_start; unsigned int ucilk_limit; __typeof__(long) l; };
static const struct ucilk_abi_loop ucilk_loop_0;
struct ucilk_for_1 { struct ucilk_abi_range ucilk_range; int ucilk_go; long ucilk_step; unsigned int ucilk_start; unsigned int ucilk_limit; };
static const struct ucilk_abi_loop ucilk_loop_1;
struct ucilk_for_2 { struct ucilk_abi_range ucilk_range; int ucilk_go; long ucilk_step; int ucilk_start; unsigned long ucilk_limit; };
static const struct ucilk_abi_loop ucilk_loop_2;
struct ucilk_for_3 { struct ucilk_abi_range ucilk_range; int ucilk_go; long ucilk_step; int ucilk_start; int ucilk_limit; };
static const struct ucilk_abi_loop ucilk_loop_3;
struct ucilk_for_4 { struct ucilk_abi_range ucilk_range; int ucilk_go; long ucilk_step; unsigned int ucilk_start; unsigned int ucilk_limit; };
static const struct ucilk_abi_loop ucilk_loop_4;
struct ucilk_for_5 { struct ucilk_abi_range ucilk_range; int ucilk_go; long ucilk_step; int ucilk_start; unsigned int ucilk_limit; };
static const struct ucilk_abi_loop ucilk_loop_5;
struct ucilk_for_6 { struct ucilk_abi_range ucilk_range; int ucilk_go; long ucilk_step; short ucilk_start; int ucilk_limit; };
static const struct ucilk_abi_loop ucilk_loop_6;
struct ucilk_for_7 { struct ucilk_abi_range ucilk_range; int ucilk_go; long ucilk_step; int ucilk_start; int ucilk_limit; __typeof__(unsigned int) u; __typeof__(unsigned long) z; };
static const struct ucilk_abi_loop ucilk_loop_7;
struct ucilk_for_8 { struct ucilk_abi_range ucilk_range; int ucilk_go; long ucilk_step; int ucilk_start; int ucilk_limit; __typeof__(int) n; };
static const struct ucilk_abi_loop ucilk_loop_8;
struct ucilk_for_9 { struct ucilk_abi_range ucilk_range; int ucilk_go; long ucilk_step; int ucilk_start; int ucilk_limit; };
static const struct ucilk_abi_loop ucilk_loop_9;
struct ucilk_for_10 { struct ucilk_abi_range ucilk_range; int ucilk_go; long ucilk_step; char ucilk_start; int ucilk_limit; };
static const struct ucilk_abi_loop ucilk_loop_10;
struct ucilk_for_11 { struct ucilk_abi_range ucilk_range; int ucilk_go; long ucilk_step; const char * ucilk_start; const char * ucilk_limit; };
static const struct ucilk_abi_loop ucilk_loop_11;

# 7 "/tmp/t/w1.c"
void f(int n, unsigned u, size_t z, long l)
{
    int uninit;
    { struct ucilk_for_0 ucilk_a_0; 
# 10 "/tmp/t/w1.c"
              int i = 0;ucilk_a_0.ucilk_go = (
# 10 "/tmp/t/w1.c"
                         i < u); 
# 10 "/tmp/t/w1.c" 3
ucilk_a_0.ucilk_range.loop = &ucilk_loop_0; ucilk_a_0.ucilk_range.first = 0; ucilk_a_0.ucilk_start = i; ucilk_a_0.ucilk_range.grain = 0; if (ucilk_a_0.ucilk_go) { ucilk_a_0.ucilk_range.n = (unsigned long)(((unsigned long)((unsigned long)(__typeof__(i + (u)))(u) - (unsigned long)(__typeof__(i + (u)))i) - 1) / (unsigned long)(1L) + 1); } else ucilk_a_0.ucilk_range.n = 0; ucilk_a_0.l = l; ucilk_abi_for(&ucilk_a_0.ucilk_range); }
# 10 "/tmp/t/w1.c"
                                              
    { struct ucilk_for_1 ucilk_a_1; 
# 11 "/tmp/t/w1.c"
              unsigned i = 0;ucilk_a_1.ucilk_go = (
# 11 "/tmp/t/w1.c"
                              i < n); 
# 11 "/tmp/t/w1.c" 3
ucilk_a_1.ucilk_range.loop = &ucilk_loop_1; ucilk_a_1.ucilk_range.first = 0; ucilk_a_1.ucilk_start = i; ucilk_a_1.ucilk_range.grain = 0; if (ucilk_a_1.ucilk_go) { ucilk_a_1.ucilk_range.n = (unsigned long)(((unsigned long)((unsigned long)(__typeof__(i + (n)))(n) - (unsigned long)(__typeof__(i + (n)))i) - 1) / (unsigned long)(1L) + 1); } else ucilk_a_1.ucilk_range.n = 0; ucilk_abi_for(&ucilk_a_1.ucilk_range); }
# 11 "/tmp/t/w1.c"
                                                                   
    { struct ucilk_for_2 ucilk_a_2; 
# 12 "/tmp/t/w1.c"
              int i = 0;ucilk_a_2.ucilk_go = (
# 12 "/tmp/t/w1.c"
                         i < z); 
# 12 "/tmp/t/w1.c" 3
ucilk_a_2.ucilk_range.loop = &ucilk_loop_2; ucilk_a_2.ucilk_range.first = 0; ucilk_a_2.ucilk_start = i; ucilk_a_2.ucilk_range.grain = 0; if (ucilk_a_2.ucilk_go) { ucilk_a_2.ucilk_range.n = (unsigned long)(((unsigned long)((unsigned long)(__typeof__(i + (z)))(z) - (unsigned long)(__typeof__(i + (z)))i) - 1) / (unsigned long)(1L) + 1); } else ucilk_a_2.ucilk_range.n = 0; ucilk_abi_for(&ucilk_a_2.ucilk_range); }
# 12 "/tmp/t/w1.c"
                                                              
    { struct ucilk_for_3 ucilk_a_3; 
# 13 "/tmp/t/w1.c"
              int i = l;ucilk_a_3.ucilk_go = (
# 13 "/tmp/t/w1.c"
                         i < uninit); 
# 13 "/tmp/t/w1.c" 3
ucilk_a_3.ucilk_range.loop = &ucilk_loop_3; ucilk_a_3.ucilk_range.first = 0; ucilk_a_3.ucilk_start = i; ucilk_a_3.ucilk_range.grain = 0; if (ucilk_a_3.ucilk_go) { ucilk_a_3.ucilk_range.n = (unsigned long)(((unsigned long)((unsigned long)(__typeof__(i + (uninit)))(uninit) - (unsigned long)(__typeof__(i + (uninit)))i) - 1) / (unsigned long)(1L) + 1); } else ucilk_a_3.ucilk_range.n = 0; ucilk_abi_for(&ucilk_a_3.ucilk_range); }
# 13 "/tmp/t/w1.c"
                                                                  
    { struct ucilk_for_4 ucilk_a_4; 
# 14 "/tmp/t/w1.c"
              unsigned i = 0;ucilk_a_4.ucilk_go = (
# 14 "/tmp/t/w1.c"
                              i < 10); 
# 14 "/tmp/t/w1.c" 3
ucilk_a_4.ucilk_range.loop = &ucilk_loop_4; ucilk_a_4.ucilk_range.first = 0; ucilk_a_4.ucilk_start = i; ucilk_a_4.ucilk_range.grain = 0; if (ucilk_a_4.ucilk_go) { ucilk_a_4.ucilk_range.n = (unsigned long)(((unsigned long)((unsigned long)(__typeof__(i + (10)))(10) - (unsigned long)(__typeof__(i + (10)))i) - 1) / (unsigned long)(1L) + 1); } else ucilk_a_4.ucilk_range.n = 0; ucilk_abi_for(&ucilk_a_4.ucilk_range); }
# 14 "/tmp/t/w1.c"
                                                         
    { struct ucilk_for_5 ucilk_a_5; 
# 15 "/tmp/t/w1.c"
              int i = 0;ucilk_a_5.ucilk_go = (
# 15 "/tmp/t/w1.c"
                         i < 10u); 
# 15 "/tmp/t/w1.c" 3
ucilk_a_5.ucilk_range.loop = &ucilk_loop_5; ucilk_a_5.ucilk_range.first = 0; ucilk_a_5.ucilk_start = i; ucilk_a_5.ucilk_range.grain = 0; if (ucilk_a_5.ucilk_go) { ucilk_a_5.ucilk_range.n = (unsigned long)(((unsigned long)((unsigned long)(__typeof__(i + (10u)))(10u) - (unsigned long)(__typeof__(i + (10u)))i) - 1) / (unsigned long)(1L) + 1); } else ucilk_a_5.ucilk_range.n = 0; ucilk_abi_for(&ucilk_a_5.ucilk_range); }
# 15 "/tmp/t/w1.c"
                                                           
    { struct ucilk_for_6 ucilk_a_6; 
# 16 "/tmp/t/w1.c"
              short i = 0;ucilk_a_6.ucilk_go = (
# 16 "/tmp/t/w1.c"
                           i < n); if (ucilk_a_6.ucilk_go < 0) 
# 16 "/tmp/t/w1.c"
                                  i += n; 
# 16 "/tmp/t/w1.c" 3
ucilk_a_6.ucilk_range.loop = &ucilk_loop_6; ucilk_a_6.ucilk_range.first = 0; ucilk_a_6.ucilk_start = i; ucilk_a_6.ucilk_range.grain = 0; if (ucilk_a_6.ucilk_go) { ucilk_a_6.ucilk_step = (long)(n); if (__builtin_expect(ucilk_a_6.ucilk_step <= 0, 0)) ucilk_abi_for_bad_step("/tmp/t/w1.c", 16); ucilk_a_6.ucilk_range.n = (unsigned long)(((unsigned long)((unsigned long)(__typeof__(i + (n)))(n) - (unsigned long)(__typeof__(i + (n)))i) - 1) / (unsigned long)ucilk_a_6.ucilk_step + 1); } else ucilk_a_6.ucilk_range.n = 0; ucilk_abi_for(&ucilk_a_6.ucilk_range); }
# 16 "/tmp/t/w1.c"
                                                   
    { struct ucilk_for_7 ucilk_a_7; 
# 17 "/tmp/t/w1.c"
              int i = 0;ucilk_a_7.ucilk_go = (
# 17 "/tmp/t/w1.c"
                         i < (int)sizeof a / 4); if (ucilk_a_7.ucilk_go < 0) 
# 17 "/tmp/t/w1.c"
                                                i += z; 
# 17 "/tmp/t/w1.c" 3
ucilk_a_7.ucilk_range.loop = &ucilk_loop_7; ucilk_a_7.ucilk_range.first = 0; ucilk_a_7.ucilk_start = i; ucilk_a_7.ucilk_range.grain = 0; if (ucilk_a_7.ucilk_go) { ucilk_a_7.ucilk_step = (long)(z); if (__builtin_expect(ucilk_a_7.ucilk_step <= 0, 0)) ucilk_abi_for_bad_step("/tmp/t/w1.c", 17); ucilk_a_7.ucilk_range.n = (unsigned long)(((unsigned long)((unsigned long)(__typeof__(i + ((int)sizeof a / 4)))((int)sizeof a / 4) - (unsigned long)(__typeof__(i + ((int)sizeof a / 4)))i) - 1) / (unsigned long)ucilk_a_7.ucilk_step + 1); } else ucilk_a_7.ucilk_range.n = 0; ucilk_a_7.u = u; ucilk_a_7.z = z; ucilk_abi_for(&ucilk_a_7.ucilk_range); }
# 17 "/tmp/t/w1.c"
                                                                     
    { struct ucilk_for_8 ucilk_a_8; 
# 18 "/tmp/t/w1.c"
              int i = 0;ucilk_a_8.ucilk_go = (
# 18 "/tmp/t/w1.c"
                         i < n); 
# 18 "/tmp/t/w1.c" 3
ucilk_a_8.ucilk_range.loop = &ucilk_loop_8; ucilk_a_8.ucilk_range.first = 0; ucilk_a_8.ucilk_start = i; ucilk_a_8.ucilk_range.grain = 0; if (ucilk_a_8.ucilk_go) { ucilk_a_8.ucilk_range.n = (unsigned long)(((unsigned long)((unsigned long)(__typeof__(i + (n)))(n) - (unsigned long)(__typeof__(i + (n)))i) - 1) / (unsigned long)(1L) + 1); } else ucilk_a_8.ucilk_range.n = 0; ucilk_a_8.n = n; ucilk_abi_for(&ucilk_a_8.ucilk_range); }
# 18 "/tmp/t/w1.c"
                                                                           
    { struct ucilk_for_9 ucilk_a_9; 
# 19 "/tmp/t/w1.c"
              int i = 0;ucilk_a_9.ucilk_go = (
# 19 "/tmp/t/w1.c"
                         i < n); 
# 19 "/tmp/t/w1.c" 3
ucilk_a_9.ucilk_range.loop = &ucilk_loop_9; ucilk_a_9.ucilk_range.first = 0; ucilk_a_9.ucilk_start = i; ucilk_a_9.ucilk_range.grain = 0; if (ucilk_a_9.ucilk_go) { ucilk_a_9.ucilk_range.n = (unsigned long)(((unsigned long)((unsigned long)(__typeof__(i + (n)))(n) - (unsigned long)(__typeof__(i + (n)))i) - 1) / (unsigned long)(1L) + 1); } else ucilk_a_9.ucilk_range.n = 0; ucilk_abi_for(&ucilk_a_9.ucilk_range); }
# 19 "/tmp/t/w1.c"
                                     
    { struct ucilk_for_10 ucilk_a_10; 
# 20 "/tmp/t/w1.c"
              char i = 0;ucilk_a_10.ucilk_go = (
# 20 "/tmp/t/w1.c"
                          i < 100); 
# 20 "/tmp/t/w1.c" 3
ucilk_a_10.ucilk_range.loop = &ucilk_loop_10; ucilk_a_10.ucilk_range.first = 0; ucilk_a_10.ucilk_start = i; ucilk_a_10.ucilk_range.grain = 0; if (ucilk_a_10.ucilk_go) { ucilk_a_10.ucilk_range.n = (unsigned long)(((unsigned long)((unsigned long)(__typeof__(i + (100)))(100) - (unsigned long)(__typeof__(i + (100)))i) - 1) / (unsigned long)(1L) + 1); } else ucilk_a_10.ucilk_range.n = 0; ucilk_abi_for(&ucilk_a_10.ucilk_range); }
# 20 "/tmp/t/w1.c"
                                                 
    { struct ucilk_for_11 ucilk_a_11; 
# 21 "/tmp/t/w1.c"
              const char *p = "abc";ucilk_a_11.ucilk_go = (
# 21 "/tmp/t/w1.c"
                                     p < (char *)a); 
# 21 "/tmp/t/w1.c" 3
ucilk_a_11.ucilk_range.loop = &ucilk_loop_11; ucilk_a_11.ucilk_range.first = 0; ucilk_a_11.ucilk_start = p; ucilk_a_11.ucilk_range.grain = 0; if (ucilk_a_11.ucilk_go) { ucilk_a_11.ucilk_range.n = (unsigned long)(((unsigned long)(((char *)a) - p) - 1) / (unsigned long)(1L) + 1); } else ucilk_a_11.ucilk_range.n = 0; ucilk_abi_for(&ucilk_a_11.ucilk_range); }
# 21 "/tmp/t/w1.c"
                                                          
}
# 1 "<ucilk>" 3

# 10 "/tmp/t/w1.c" 3
static void ucilk_piece_0_f(struct ucilk_abi_range *ucilk_p) { struct ucilk_for_0 *ucilk_c = (void *)ucilk_p; unsigned long ucilk_n = ucilk_c->ucilk_range.n; long l = ucilk_c->l; int i = (int)((unsigned long)ucilk_c->ucilk_start + ucilk_c->ucilk_range.first * (unsigned long)(1L)); for (; ucilk_n != 0; ucilk_n--, i += (1L)) {
# 10 "/tmp/t/w1.c"
                                     a[i] = l;
# 10 "/tmp/t/w1.c" 3
} }
static const struct ucilk_abi_loop ucilk_loop_0 = { { ucilk_abi_for_body, sizeof(struct ucilk_for_0), 0, 0, 0u, "cilk_for", "/tmp/t/w1.c", 10 }, ucilk_piece_0_f, 0, 0 };

# 11 "/tmp/t/w1.c" 3
static void ucilk_piece_1_f(struct ucilk_abi_range *ucilk_p) { struct ucilk_for_1 *ucilk_c = (void *)ucilk_p; unsigned long ucilk_n = ucilk_c->ucilk_range.n; unsigned int i = (unsigned int)((unsigned long)ucilk_c->ucilk_start + ucilk_c->ucilk_range.first * (unsigned long)(1L)); for (; ucilk_n != 0; ucilk_n--, i += (1L)) {
# 11 "/tmp/t/w1.c"
                                          { int unused; a[i] = i; }
# 11 "/tmp/t/w1.c" 3
} }
static const struct ucilk_abi_loop ucilk_loop_1 = { { ucilk_abi_for_body, sizeof(struct ucilk_for_1), 0, 0, 0u, "cilk_for", "/tmp/t/w1.c", 11 }, ucilk_piece_1_f, 0, 0 };

# 12 "/tmp/t/w1.c" 3
static void ucilk_piece_2_f(struct ucilk_abi_range *ucilk_p) { struct ucilk_for_2 *ucilk_c = (void *)ucilk_p; unsigned long ucilk_n = ucilk_c->ucilk_range.n; int i = (int)((unsigned long)ucilk_c->ucilk_start + ucilk_c->ucilk_range.first * (unsigned long)(1L)); for (; ucilk_n != 0; ucilk_n--, i += (1L)) {
# 12 "/tmp/t/w1.c"
                                     { char c = i; a[i] = c; }
# 12 "/tmp/t/w1.c" 3
} }
static const struct ucilk_abi_loop ucilk_loop_2 = { { ucilk_abi_for_body, sizeof(struct ucilk_for_2), 0, 0, 0u, "cilk_for", "/tmp/t/w1.c", 12 }, ucilk_piece_2_f, 0, 0 };

# 13 "/tmp/t/w1.c" 3
static void ucilk_piece_3_f(struct ucilk_abi_range *ucilk_p) { struct ucilk_for_3 *ucilk_c = (void *)ucilk_p; unsigned long ucilk_n = ucilk_c->ucilk_range.n; int i = (int)((unsigned long)ucilk_c->ucilk_start + ucilk_c->ucilk_range.first * (unsigned long)(1L)); for (; ucilk_n != 0; ucilk_n--, i += (1L)) {
# 13 "/tmp/t/w1.c"
                                          { int l = i; a[i] = l; }
# 13 "/tmp/t/w1.c" 3
} }
static const struct ucilk_abi_loop ucilk_loop_3 = { { ucilk_abi_for_body, sizeof(struct ucilk_for_3), 0, 0, 0u, "cilk_for", "/tmp/t/w1.c", 13 }, ucilk_piece_3_f, 0, 0 };

# 14 "/tmp/t/w1.c" 3
static void ucilk_piece_4_f(struct ucilk_abi_range *ucilk_p) { struct ucilk_for_4 *ucilk_c = (void *)ucilk_p; unsigned long ucilk_n = ucilk_c->ucilk_range.n; unsigned int i = (unsigned int)((unsigned long)ucilk_c->ucilk_start + ucilk_c->ucilk_range.first * (unsigned long)(1L)); for (; ucilk_n != 0; ucilk_n--, i += (1L)) {
# 14 "/tmp/t/w1.c"
                                           { a[i] == 3; }
# 14 "/tmp/t/w1.c" 3
} }
static const struct ucilk_abi_loop ucilk_loop_4 = { { ucilk_abi_for_body, sizeof(struct ucilk_for_4), 0, 0, 0u, "cilk_for", "/tmp/t/w1.c", 14 }, ucilk_piece_4_f, 0, 0 };

# 15 "/tmp/t/w1.c" 3
static void ucilk_piece_5_f(struct ucilk_abi_range *ucilk_p) { struct ucilk_for_5 *ucilk_c = (void *)ucilk_p; unsigned long ucilk_n = ucilk_c->ucilk_range.n; int i = (int)((unsigned long)ucilk_c->ucilk_start + ucilk_c->ucilk_range.first * (unsigned long)(1L)); for (; ucilk_n != 0; ucilk_n--, i += (1L)) {
# 15 "/tmp/t/w1.c"
                                       { printf("%s", i); }
# 15 "/tmp/t/w1.c" 3
} }
static const struct ucilk_abi_loop ucilk_loop_5 = { { ucilk_abi_for_body, sizeof(struct ucilk_for_5), 0, 0, 0u, "cilk_for", "/tmp/t/w1.c", 15 }, ucilk_piece_5_f, 0, 0 };

# 16 "/tmp/t/w1.c" 3
static void ucilk_piece_6_f(struct ucilk_abi_range *ucilk_p) { struct ucilk_for_6 *ucilk_c = (void *)ucilk_p; unsigned long ucilk_n = ucilk_c->ucilk_range.n; short i = (short)((unsigned long)ucilk_c->ucilk_start + ucilk_c->ucilk_range.first * (unsigned long)ucilk_c->ucilk_step); for (; ucilk_n != 0; ucilk_n--, i += ucilk_c->ucilk_step) {
# 16 "/tmp/t/w1.c"
                                          a[i] = 0;
# 16 "/tmp/t/w1.c" 3
} }
static const struct ucilk_abi_loop ucilk_loop_6 = { { ucilk_abi_for_body, sizeof(struct ucilk_for_6), 0, 0, 0u, "cilk_for", "/tmp/t/w1.c", 16 }, ucilk_piece_6_f, 0, 0 };

# 17 "/tmp/t/w1.c" 3
static void ucilk_piece_7_f(struct ucilk_abi_range *ucilk_p) { struct ucilk_for_7 *ucilk_c = (void *)ucilk_p; unsigned long ucilk_n = ucilk_c->ucilk_range.n; unsigned int u = ucilk_c->u; unsigned long z = ucilk_c->z; int i = (int)((unsigned long)ucilk_c->ucilk_start + ucilk_c->ucilk_range.first * (unsigned long)ucilk_c->ucilk_step); for (; ucilk_n != 0; ucilk_n--, i += ucilk_c->ucilk_step) {
# 17 "/tmp/t/w1.c"
                                                        a[i] = u - z;
# 17 "/tmp/t/w1.c" 3
} }
static const struct ucilk_abi_loop ucilk_loop_7 = { { ucilk_abi_for_body, sizeof(struct ucilk_for_7), 0, 0, 0u, "cilk_for", "/tmp/t/w1.c", 17 }, ucilk_piece_7_f, 0, 0 };

# 18 "/tmp/t/w1.c" 3
static void ucilk_piece_8_f(struct ucilk_abi_range *ucilk_p) { struct ucilk_for_8 *ucilk_c = (void *)ucilk_p; unsigned long ucilk_n = ucilk_c->ucilk_range.n; int n = ucilk_c->n; int i = (int)((unsigned long)ucilk_c->ucilk_start + ucilk_c->ucilk_range.first * (unsigned long)(1L)); for (; ucilk_n != 0; ucilk_n--, i += (1L)) {
# 18 "/tmp/t/w1.c"
                                     if (i) if (n) a[i] = 0; else a[i] = 1;
# 18 "/tmp/t/w1.c" 3
} }
static const struct ucilk_abi_loop ucilk_loop_8 = { { ucilk_abi_for_body, sizeof(struct ucilk_for_8), 0, 0, 0u, "cilk_for", "/tmp/t/w1.c", 18 }, ucilk_piece_8_f, 0, 0 };

# 19 "/tmp/t/w1.c" 3
static void ucilk_piece_9_f(struct ucilk_abi_range *ucilk_p) { struct ucilk_for_9 *ucilk_c = (void *)ucilk_p; unsigned long ucilk_n = ucilk_c->ucilk_range.n; int i = (int)((unsigned long)ucilk_c->ucilk_start + ucilk_c->ucilk_range.first * (unsigned long)(1L)); for (; ucilk_n != 0; ucilk_n--, i += (1L)) {
# 19 "/tmp/t/w1.c"
                                    ;
# 19 "/tmp/t/w1.c" 3
} }
static const struct ucilk_abi_loop ucilk_loop_9 = { { ucilk_abi_for_body, sizeof(struct ucilk_for_9), 0, 0, 0u, "cilk_for", "/tmp/t/w1.c", 19 }, ucilk_piece_9_f, 0, 0 };

# 20 "/tmp/t/w1.c" 3
static void ucilk_piece_10_f(struct ucilk_abi_range *ucilk_p) { struct ucilk_for_10 *ucilk_c = (void *)ucilk_p; unsigned long ucilk_n = ucilk_c->ucilk_range.n; char i = (char)((unsigned long)ucilk_c->ucilk_start + ucilk_c->ucilk_range.first * (unsigned long)(1L)); for (; ucilk_n != 0; ucilk_n--, i += (1L)) {
# 20 "/tmp/t/w1.c"
                                        a[i] = i;
# 20 "/tmp/t/w1.c" 3
} }
static const struct ucilk_abi_loop ucilk_loop_10 = { { ucilk_abi_for_body, sizeof(struct ucilk_for_10), 0, 0, 0u, "cilk_for", "/tmp/t/w1.c", 20 }, ucilk_piece_10_f, 0, 0 };

# 21 "/tmp/t/w1.c" 3
static void ucilk_piece_11_f(struct ucilk_abi_range *ucilk_p) { struct ucilk_for_11 *ucilk_c = (void *)ucilk_p; unsigned long ucilk_n = ucilk_c->ucilk_range.n; const char * p = ucilk_c->ucilk_start + (long)(ucilk_c->ucilk_range.first * (unsigned long)(1L)); for (; ucilk_n != 0; ucilk_n--, p += (1L)) {
# 21 "/tmp/t/w1.c"
                                                         ;
# 21 "/tmp/t/w1.c" 3
} }
static const struct ucilk_abi_loop ucilk_loop_11 = { { ucilk_abi_for_body, sizeof(struct ucilk_for_11), 0, 0, 0u, "cilk_for", "/tmp/t/w1.c", 21 }, ucilk_piece_11_f, 0, 0 };

# 22 "/tmp/t/w1.c"
 
