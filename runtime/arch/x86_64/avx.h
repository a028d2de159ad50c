/* What a sync keeps of xmm0 and xmm1 (<ucilk/abi.h>), for assembly.  Of its 64
 * bytes the first half is for the upper halves of ymm0 and ymm1, if the CPU has
 * AVX: a function may use them in a file that is compiled without AVX
 * (__attribute__((target))). */
#pragma once

.hidden uci_has_avx

    .macro save_xmm at
    movups %xmm0, \at+32(%rsp)
    movups %xmm1, \at+48(%rsp)
    cmpb $0, uci_has_avx(%rip)
    je 1f
    vextractf128 $1, %ymm0, \at(%rsp)
    vextractf128 $1, %ymm1, \at+16(%rsp)
1:
    .endm

    /* Code with SSE is slow where the upper halves are not zero.  Changes r8. */
    .macro restore_xmm at
    cmpb $0, uci_has_avx(%rip)
    je 1f
    vzeroupper
    movq \at(%rsp), %r8
    orq \at+8(%rsp), %r8
    orq \at+16(%rsp), %r8
    orq \at+24(%rsp), %r8
    jz 1f
    vmovups \at+32(%rsp), %xmm0
    vmovups \at+48(%rsp), %xmm1
    vinsertf128 $1, \at(%rsp), %ymm0, %ymm0
    vinsertf128 $1, \at+16(%rsp), %ymm1, %ymm1
    jmp 2f
1:  movups \at+32(%rsp), %xmm0
    movups \at+48(%rsp), %xmm1
2:
    .endm
