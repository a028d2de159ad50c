/*
 * vfork: a jump into libc's, whose child returns before its parent does and
 * so must find no frame of ours; or, in another worker than 0, into what makes
 * a child as fork does (libc/process/children.c).
 */
    .text
    .weak vfork /* a program may have one of its own */
    .type vfork, @function
    .p2align 4
vfork:
    .cfi_startproc
    subq $8, %rsp
    .cfi_adjust_cfa_offset 8
    call uci_children_find_vfork
    addq $8, %rsp
    .cfi_adjust_cfa_offset -8
    testq %rax, %rax
    jz uci_children_vfork
    jmp *%rax
    .cfi_endproc
    .size vfork, . - vfork

    .section .note.GNU-stack, "", @progbits
