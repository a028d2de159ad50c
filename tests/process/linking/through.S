/* The same in assembly, with rules for unwinding only where RULES is defined. */
#ifdef RULES
#define RULE(...) __VA_ARGS__
#else
#define RULE(...)
#endif
    .globl through
    .type through, @function
through:
    RULE(.cfi_startproc)
    pushq %rbx
    RULE(.cfi_def_cfa_offset 16)
    RULE(.cfi_offset rbx, -16)
    subq $128, %rsp
    RULE(.cfi_adjust_cfa_offset 128)
    movq %rdi, %rbx
    movq %rsi, %rdi
    call *%rbx
    addq $128, %rsp
    RULE(.cfi_adjust_cfa_offset -128)
    popq %rbx
    RULE(.cfi_def_cfa_offset 8)
    ret
    RULE(.cfi_endproc)
    .size through, . - through
    .section .note.GNU-stack, "", @progbits
