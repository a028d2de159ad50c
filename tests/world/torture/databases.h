/* Streams whose lines are entries of a database. */
#ifndef TORTURE_DATABASES_H
#define TORTURE_DATABASES_H

#include "base.h"

#include <grp.h>
#include <gshadow.h>
#include <mntent.h>
#include <pwd.h>
#include <shadow.h>

static void use_users(int i)
{
    char text[500];
    struct passwd p = {"one", "x", 1, 2, "info", "/home", "/sh"}, *q, room;
    struct spwd s = {"two", "*", 1, 2, 3, 4, 5, 6, 7}, *t, place;
    FILE *f = fopen(name_of("users", i).text, "w+");
    CHECK(putpwent(&p, f) == 0);
    MOVE;
    CHECK(putpwent(&p, f) == 0);
    MOVE;
    rewind(f);
    q = fgetpwent(f);
    CHECK(q && strcmp(q->pw_name, "one") == 0 && q->pw_gid == 2);
    MOVE;
    CHECK(fgetpwent_r(f, &room, text, sizeof text, &q) == 0 && q == &room);
    CHECK(fgetpwent(f) == NULL);
    f = freopen(name_of("shadow", i).text, "w+", f);
    MOVE;
    CHECK(putspent(&s, f) == 0 && putspent(&s, f) == 0);
    MOVE;
    rewind(f);
    t = fgetspent(f);
    CHECK(t && strcmp(t->sp_namp, "two") == 0 && t->sp_max == 3);
    MOVE;
    CHECK(fgetspent_r(f, &place, text, sizeof text, &t) == 0 && t == &place);
    fclose(f);
}

static void use_groups(int i)
{
    char text[500], *members[] = {"a", "b", NULL};
    struct group g = {"all", "x", 7, members}, *h, room;
    struct sgrp s = {"all", "*", members, members}, *t, place;
    FILE *f = fopen(name_of("groups", i).text, "w+");
    MOVE;
    CHECK(putgrent(&g, f) == 0 && putgrent(&g, f) == 0);
    MOVE;
    rewind(f);
    h = fgetgrent(f);
    CHECK(h && h->gr_gid == 7 && strcmp(h->gr_mem[1], "b") == 0);
    MOVE;
    CHECK(fgetgrent_r(f, &room, text, sizeof text, &h) == 0 && h == &room);
    f = freopen(name_of("gshadow", i).text, "w+", f);
    CHECK(putsgent(&s, f) == 0 && putsgent(&s, f) == 0);
    MOVE;
    rewind(f);
    t = fgetsgent(f);
    CHECK(t && strcmp(t->sg_namp, "all") == 0);
    MOVE;
    CHECK(fgetsgent_r(f, &place, text, sizeof text, &t) == 0 && t == &place);
    fclose(f);
}

static void use_mounts(int i)
{
    char text[500];
    struct mntent m = {"dev", "/dir", "type", "rw", 1, 2}, *n, room;
    FILE *f = setmntent(name_of("mounts", i).text, "w+");
    MOVE;
    CHECK(addmntent(f, &m) == 0 && addmntent(f, &m) == 0);
    MOVE;
    rewind(f);
    n = getmntent(f);
    CHECK(n && strcmp(n->mnt_dir, "/dir") == 0 && n->mnt_passno == 2);
    MOVE;
    n = getmntent_r(f, &room, text, sizeof text);
    CHECK(n == &room && hasmntopt(n, "rw"));
    MOVE;
    CHECK(endmntent(f) == 1);
}

#endif
