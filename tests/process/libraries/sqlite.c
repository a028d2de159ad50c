/* libs: -lsqlite3 */
/* SQLite: a connection in memory in each task, and a statement's callback
 * that spawns. */
#include "../region.h"
#include <sqlite3.h>

static void run(sqlite3 *db, const char *sql)
{
    char *error = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &error) != SQLITE_OK) {
        fprintf(stderr, "%s: %s\n", sql, error);
        exit(1);
    }
}

static long number(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *s;
    CHECK(sqlite3_prepare_v2(db, sql, -1, &s, NULL) == SQLITE_OK);
    CHECK(sqlite3_step(s) == SQLITE_ROW);
    long n = (long)sqlite3_column_int64(s, 0);
    CHECK(sqlite3_finalize(s) == SQLITE_OK);
    return n;
}

static void own(long seed, long *sum)
{
    sqlite3 *db;
    char sql[100];
    CHECK(sqlite3_open(":memory:", &db) == SQLITE_OK);
    run(db, "create table t(i integer primary key, x integer)");
    run(db, "begin");
    for (long i = 0; i < 20; i++) {
        snprintf(sql, sizeof sql, "insert into t(x) values(%ld)", seed + i);
        run(db, sql);
    }
    run(db, "commit");
    *sum = number(db, "select sum(x) from t where x % 2 = 0");
    CHECK(number(db, "select count(*) from t") == 20);
    CHECK(sqlite3_close(db) == SQLITE_OK);
}

/* Called by sqlite3_exec for each row. */
static int row(void *sum, int n, char **values, char **names)
{
    (void)names;
    long x[2];
    CHECK(n == 1);
    spawn put(&x[0], atol(values[0]));
    spawn put(&x[1], 1);
    sync;
    *(long *)sum += x[0] + x[1];
    return 0;
}

int main(void)
{
    enum { N = 30 };
    long sums[N], n = scaled(N, 8), sum = 0;
    for (long i = 0; i < n; i++)
        spawn own(i, &sums[i]);
    sync;
    for (long i = 0; i < n; i++) {
        long expected = 0;
        for (long x = i; x < i + 20; x++)
            expected += x % 2 ? 0 : x;
        CHECK(sums[i] == expected);
    }
    sqlite3 *db;
    /* No lock is held over the callback's spawns. */
    CHECK(sqlite3_open_v2(":memory:", &db,
                          SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE |
                              SQLITE_OPEN_NOMUTEX,
                          NULL) == SQLITE_OK);
    run(db, "create table t(x integer)");
    run(db, "insert into t values(1), (2), (3), (4), (5)");
    CHECK(sqlite3_exec(db, "select x from t", row, &sum, NULL) == SQLITE_OK);
    CHECK(sum == 20);
    CHECK(sqlite3_close(db) == SQLITE_OK);
    return right();
}
