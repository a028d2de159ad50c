/* For assembly: a value in each register that calls preserve. */
    .macro load_canaries
    movabsq $0x1122334455667701, %rbx
    movabsq $0x1122334455667702, %rbp
    movabsq $0x1122334455667703, %r12
    movabsq $0x1122334455667704, %r13
    movabsq $0x1122334455667705, %r14
    movabsq $0x1122334455667706, %r15
    .endm
