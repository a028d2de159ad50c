/*
 * A store buffer for each worker: a FIFO of stores to words that are given by their
 * numbers.  Worker w's is drained by `run drain(w)'.  A model defines before
 *
 *   WORKERS, DEPTH    how many buffers, and stores in one
 *   AT(a)             word a of memory
 *   PLACE(a)          what is the same for two numbers of one word
 *   ACCESS(a)         checks an access, by an instruction
 *   LEAVES(w, a, v)   checks that v may be stored there, as it leaves w's buffer
 */
typedef buffer { byte n; byte where[DEPTH]; byte what[DEPTH] }
buffer sb[WORKERS];
hidden byte at;
#define DRAINED(w) (sb[w].n == 0)

inline STORE(cpu, addr, val)
{
    atomic {
        sb[cpu].n < DEPTH;
        ACCESS(addr);
        sb[cpu].where[sb[cpu].n] = addr;
        sb[cpu].what[sb[cpu].n] = val;
        sb[cpu].n++
    }
}

inline LOAD(cpu, addr, into)    /* the worker's own newest store, or memory */
{
    d_step {
        ACCESS(addr);
        into = AT(addr);
        for (at : 0 .. DEPTH - 1) {
            WHEN(at < sb[cpu].n && PLACE(sb[cpu].where[at]) == PLACE(addr),
                into = sb[cpu].what[at])
        }
    }
}

proctype drain(byte w)
{
end:
    do
    :: d_step {
        sb[w].n > 0 ->
        LEAVES(w, sb[w].where[0], sb[w].what[0]);
        AT(sb[w].where[0]) = sb[w].what[0];
        for (at : 1 .. DEPTH - 1) {
            sb[w].where[at - 1] = sb[w].where[at];
            sb[w].what[at - 1] = sb[w].what[at]
        }
        sb[w].where[DEPTH - 1] = 0; sb[w].what[DEPTH - 1] = 0;
        sb[w].n--
    }
    od
}
