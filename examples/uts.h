/*
 * Unbalanced Tree Search: the trees of Olivier, Huan, Liu, Prins, Dinan,
 * Sadayappan and Tseng, "UTS: An Unbalanced Tree Search Benchmark", LCPC 2006.
 *
 * A node is a SHA-1 digest; that of child i is the digest of its parent's
 * digest followed by i.  A node's digest determines how many children it has,
 * so a tree is the same wherever and in whatever order it is searched.
 *
 * This file has the parameters, the nodes, what is counted, and the report.
 * The search is in uts.c.
 */
#pragma once

#include <errno.h>
#include <math.h>
#include <nettle/sha1.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "seconds.h"

enum type { BINOMIAL, GEOMETRIC, HYBRID, BALANCED };
enum shape { LINEAR, EXPONENTIAL, CYCLIC, FIXED };
enum { MAX_CHILDREN = 100 }; /* of any node except the root of a binomial
                              * tree */

struct parameters {
    enum type type;     /* -t */
    enum shape shape;   /* -a, of a geometric tree */
    int depth;          /* -d, where a geometric tree ends */
    double b;           /* -b, branching factor of the root */
    int seed;           /* -r */
    double q;           /* -q, probability that a binomial node has children */
    int m;              /* -m, how many children it has then */
    double shift;       /* -f, share of the depth where a hybrid tree turns
                         * binomial */
};

static struct parameters tree = {GEOMETRIC, LINEAR, 6,   4.0,
                                 0,         15.0 / 64, 4, 0.5};

/* -g, how often the digest of each node is computed: a node's work, which does
 * not change the tree. */
static int granularity = 1;

/* -v, how much is printed: 0 only numbers, 1 a report, 2 the parameters, too. */
static int verbosity = 1;

/* --- Nodes --- */

struct node {
    unsigned char state[SHA1_DIGEST_SIZE];
    int height; /* 0 at the root */
};

static inline void big_endian(unsigned char bytes[4], uint32_t n)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(n >> (24 - 8 * i));
}

static inline struct node root(void)
{
    struct node n = {.height = 0};
    unsigned char seed[SHA1_DIGEST_SIZE] = {0};
    big_endian(seed + 16, (uint32_t)tree.seed);
    struct sha1_ctx hash;
    sha1_init(&hash);
    sha1_update(&hash, sizeof seed, seed);
    sha1_digest(&hash, sizeof n.state, n.state);
    return n;
}

static inline struct node child(const struct node *parent, int i)
{
    struct node n = {.height = parent->height + 1};
    unsigned char index[4];
    big_endian(index, (uint32_t)i);
    struct sha1_ctx hash;
    int g = 0;
    do {
        sha1_init(&hash);
        sha1_update(&hash, sizeof parent->state, parent->state);
        sha1_update(&hash, sizeof index, index);
        sha1_digest(&hash, sizeof n.state, n.state);
    } while (++g < granularity);
    return n;
}

/* Returns the node's random number, of 31 bits. */
static inline uint32_t draw(const struct node *n)
{
    const unsigned char *s = n->state + 16;
    return ((uint32_t)s[0] << 24 | (uint32_t)s[1] << 16 | (uint32_t)s[2] << 8 |
            s[3]) & 0x7fffffff;
}

/* --- How many children a node has --- */

static inline int binomial_children(double u)
{
    return u < tree.q ? tree.m : 0;
}

/* The expected number of children at a height of a geometric tree.  In one of
 * depth 0 only the root has any. */
static inline double branching(int height)
{
    double h = height, d = tree.depth;
    if (height == 0)
        return tree.b;
    if (d == 0)
        return 0;
    switch (tree.shape) {
    case EXPONENTIAL: return tree.b * pow(h, -log(tree.b) / log(d));
    case CYCLIC:
        return h > 5 * d ? 0 : pow(tree.b, sin(2 * 3.141592653589793 * h / d));
    case FIXED: return h < d ? tree.b : 0;
    default: return tree.b * (1 - h / d);
    }
}

static inline int geometric_children(int height, double u)
{
    double p = 1 / (1 + branching(height));
    return (int)fmin(floor(log(1 - u) / log(1 - p)), MAX_CHILDREN);
}

static inline int children(const struct node *n)
{
    double u = draw(n) / 2147483648.0;
    int count = 0;
    switch (tree.type) {
    case BINOMIAL:
        if (n->height == 0)
            return (int)floor(tree.b);
        count = binomial_children(u);
        break;
    case GEOMETRIC: count = geometric_children(n->height, u); break;
    case HYBRID:
        count = n->height < tree.shift * tree.depth
                    ? geometric_children(n->height, u)
                    : binomial_children(u);
        break;
    case BALANCED: return n->height < tree.depth ? (int)tree.b : 0;
    }
    return count < MAX_CHILDREN ? count : MAX_CHILDREN;
}

/* --- What is counted --- */

struct count {
    long nodes, leaves, depth;
};

static inline struct count add(struct count a, struct count b)
{
    return (struct count){a.nodes + b.nodes, a.leaves + b.leaves,
                          a.depth > b.depth ? a.depth : b.depth};
}

/* --- Known trees --- */

struct known {
    const char *name;
    struct parameters tree;
    struct count answer; /* leaves and depth are 0 if they are not known */
};

static const struct known known_trees[] = {
    {"T1", {GEOMETRIC, FIXED, 10, 4, 19, 0, 0, 0}, {4130071, 3305118, 10}},
    {"T1L",
     {GEOMETRIC, FIXED, 13, 4, 29, 0, 0, 0},
     {102181082, 81746377, 13}},
    {"T1XL",
     {GEOMETRIC, FIXED, 15, 4, 29, 0, 0, 0},
     {1635119272, 1308100063, 15}},
    {"T1XXL", {GEOMETRIC, FIXED, 15, 4, 19, 0, 0, 0}, {4230646601, 0, 0}},
    {"T1WL", {GEOMETRIC, FIXED, 18, 4, 19, 0, 0, 0}, {270751679750, 0, 0}},
    {"T2", {GEOMETRIC, CYCLIC, 16, 6, 502, 0, 0, 0}, {4117769, 2342762, 81}},
    {"T2L",
     {GEOMETRIC, CYCLIC, 23, 7, 220, 0, 0, 0},
     {96793510, 53791152, 67}},
    {"T3",
     {BINOMIAL, LINEAR, 0, 2000, 42, 0.124875, 8, 0},
     {4112897, 3599034, 1572}},
    {"T3L",
     {BINOMIAL, LINEAR, 0, 2000, 7, 0.200014, 5, 0},
     {111345631, 89076904, 17844}},
    {"T4",
     {HYBRID, LINEAR, 16, 6, 1, 0.234375, 4, 0.5},
     {4132453, 3108986, 134}},
    {"T5", {GEOMETRIC, LINEAR, 20, 4, 34, 0, 0, 0}, {4147582, 2181318, 20}},
};

/* Returns the known tree whose parameters are those in `tree', as far as its
 * type uses them. */
static inline const struct known *known_tree(void)
{
    for (size_t i = 0; i < sizeof known_trees / sizeof *known_trees; i++) {
        const struct parameters *t = &known_trees[i].tree;
        int geometric = t->type != BINOMIAL, binomial = t->type != GEOMETRIC;
        if (t->type == tree.type && t->b == tree.b && t->seed == tree.seed &&
            (!geometric || (t->shape == tree.shape && t->depth == tree.depth)) &&
            (!binomial || (t->q == tree.q && t->m == tree.m)) &&
            (t->type != HYBRID || t->shift == tree.shift))
            return &known_trees[i];
    }
    return NULL;
}

/* --- Progress and report --- */

static double search_began; /* seconds; 0: no progress is shown */

/*
 * Shows a line now and then, on a terminal.  Only one node in 65,536, chosen by
 * its digest, is counted, as so many: a counter of every node, which all
 * workers write, would be slow.
 */
static inline void progress(const struct node *n)
{
    enum { SAMPLE = 65536, SHOW = 16 };
    static long samples; /* shared by all workers; on a cluster each worker has
                          * its own */
    if (n->state[0] | n->state[1] || search_began == 0)
        return;
    long count = __atomic_add_fetch(&samples, 1, __ATOMIC_RELAXED);
    if (count % SHOW == 0) {
        double nodes = (double)count * SAMPLE;
        fprintf(stderr, "\rabout %.0f million nodes, %.1f million a second ",
                nodes / 1e6, nodes / 1e6 / (seconds() - search_began));
    }
}

static inline void usage(void)
{
    printf("usage: uts [FLAG VALUE]...\n"
           "searches an unbalanced tree and counts its nodes\n"
           "  -t TYPE    0 binomial, 1 geometric, 2 hybrid, 3 balanced (%d)\n"
           "  -b FACTOR  children of the root, or expected children (%g)\n"
           "  -r SEED    seed of the root (%d)\n"
           "  -d DEPTH   geometric, balanced: depth of the tree (%d)\n"
           "  -a SHAPE   geometric: 0 linear decrease, 1 exponential decrease,\n"
           "             2 cyclic, 3 fixed branching factor (%d)\n"
           "  -q CHANCE  binomial: that a node has children (%g)\n"
           "  -m COUNT   binomial: children of a node that has any (%d)\n"
           "  -f SHARE   hybrid: of the depth, where geometric turns binomial "
           "(%g)\n"
           "  -g COUNT   work at a node: how often its digest is computed (%d)\n"
           "  -v LEVEL   0: print only nodes, leaves, depth, seconds, and nodes a\n"
           "             second; 2: the parameters, too (%d)\n"
           "  -h         this text\n"
           "known trees, compared with their answers:\n",
           tree.type, tree.b, tree.seed, tree.depth, tree.shape, tree.q,
           tree.m, tree.shift, granularity, verbosity);
    for (size_t i = 0; i < sizeof known_trees / sizeof *known_trees; i++) {
        const struct known *k = &known_trees[i];
        const struct parameters *t = &k->tree;
        printf("  %-5s -t %d -b %g -r %d", k->name, t->type, t->b, t->seed);
        if (t->type != BINOMIAL)
            printf(" -a %d -d %d", t->shape, t->depth);
        if (t->type != GEOMETRIC)
            printf(" -q %g -m %d", t->q, t->m);
        printf("  (%ld nodes)\n", k->answer.nodes);
    }
}

/* Returns the value of a flag; ends the program if it is not a number from
 * least to greatest. */
static inline double value(int flag, const char *text, int whole, double least,
                           double greatest)
{
    char *end;
    errno = 0;
    double v = strtod(text, &end);
    if (errno || end == text || *end || !(v >= least && v <= greatest) ||
        (whole && v != floor(v))) {
        fprintf(stderr, "uts: -%c %s: not a %s from %.10g to %.10g\n", flag,
                text, whole ? "whole number" : "number", least, greatest);
        exit(2);
    }
    return v;
}

static inline void parse(int argc, char **argv)
{
    int flag;
    while ((flag = getopt(argc, argv, "t:b:r:d:a:f:q:m:g:v:h")) != -1) {
        switch (flag) {
        case 't': tree.type = (enum type)value(flag, optarg, 1, 0, 3); break;
        case 'b': tree.b = value(flag, optarg, 0, 0, 1e9); break;
        case 'r': tree.seed = (int)value(flag, optarg, 1, 0, 2147483647); break;
        case 'd': tree.depth = (int)value(flag, optarg, 1, 0, 1e9); break;
        case 'a': tree.shape = (enum shape)value(flag, optarg, 1, 0, 3); break;
        case 'f': tree.shift = value(flag, optarg, 0, 0, 1); break;
        case 'q': tree.q = value(flag, optarg, 0, 0, 1); break;
        case 'm': tree.m = (int)value(flag, optarg, 1, 0, MAX_CHILDREN); break;
        case 'g': granularity = (int)value(flag, optarg, 1, 1, 1e9); break;
        case 'v': verbosity = (int)value(flag, optarg, 1, 0, 2); break;
        case 'h': usage(); exit(0);
        default: fprintf(stderr, "uts: -h says what there is\n"); exit(2);
        }
    }
    if (optind < argc) {
        fprintf(stderr, "uts: %s: not a flag; -h says what there is\n",
                argv[optind]);
        exit(2);
    }
    search_began = isatty(STDERR_FILENO) ? seconds() : 0;
}

static const char *const types[] = {"binomial", "geometric", "hybrid",
                                    "balanced"};

/* Prints the parameters that the tree's type uses. */
static inline void print_parameters(void)
{
    static const char *const shapes[] = {
        "linear decrease", "exponential decrease", "cyclic",
        "fixed branching factor"};
    printf("%s tree, branching factor of the root %g, seed %d", types[tree.type],
           tree.b, tree.seed);
    if (tree.type == GEOMETRIC || tree.type == HYBRID)
        printf(", %s", shapes[tree.shape]);
    if (tree.type != BINOMIAL)
        printf(", depth %d", tree.depth);
    if (tree.type == HYBRID)
        printf(", binomial from %g of it on", tree.shift);
    if (tree.type == BINOMIAL || tree.type == HYBRID)
        printf(", %d children with probability %g", tree.m, tree.q);
    printf("; %d digest%s a node\n", granularity, granularity == 1 ? "" : "s");
}

/* Prints the result; returns the exit status, 1 if it is known to be wrong. */
static inline int report(struct count c, double began)
{
    double took = seconds() - began;
    const struct known *k = known_tree();
    if (search_began != 0)
        fprintf(stderr, "\r%60s\r", "");
    if (verbosity == 0) {
        printf("%ld %ld %ld %.6f %.0f\n", c.nodes, c.leaves, c.depth, took,
               (double)c.nodes / took);
    } else {
        if (verbosity == 2)
            print_parameters();
        printf("%s tree%s%s: %ld nodes, %ld leaves (%.2f %%), depth %ld\n",
               types[tree.type], k ? " " : "", k ? k->name : "", c.nodes,
               c.leaves, 100.0 * (double)c.leaves / (double)c.nodes, c.depth);
        printf("%.3f s, %.3f million nodes a second\n", took,
               1e-6 * (double)c.nodes / took);
    }
    if (k == NULL)
        return 0;
    if (c.nodes == k->answer.nodes &&
        (k->answer.leaves == 0 ||
         (c.leaves == k->answer.leaves && c.depth == k->answer.depth))) {
        if (verbosity > 0)
            printf("right\n");
        return 0;
    }
    fflush(stdout);
    fprintf(stderr, "wrong: should be %ld nodes", k->answer.nodes);
    if (k->answer.leaves)
        fprintf(stderr, ", %ld leaves, depth %ld", k->answer.leaves,
                k->answer.depth);
    fprintf(stderr, "\n");
    return 1;
}
