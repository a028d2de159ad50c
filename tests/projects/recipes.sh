# How each project is built and tested; sourced by run.sh with CC and CFLAGS
# set, in the project's own directory.
# shellcheck shell=bash disable=SC2154,SC2034

build_lua5_4() { make -C src -j2 linux CC="$CC -std=gnu99" MYCFLAGS="$CFLAGS"; }
# The release has no more than this; so the interpreter runs for a while, on
# what prints the same everywhere.
check_lua5_4() {
    make test
    cat >try.lua <<'END'
local t, n = {}, 20000
for i = 1, n do t[i] = (i * 7919) % n end
table.sort(t)
assert(t[1] == 0 and t[n] == n - 1)
local co = coroutine.wrap(function() for i = 1, 5 do coroutine.yield(i) end end)
assert(co() + co() + co() == 6)
assert(not pcall(error, "x") and select("#", pcall(error)) == 2)
local s = {}
for w in ("the quick brown fox"):gmatch("%a+") do s[#s + 1] = w:upper() end
assert(table.concat(s, "-") == "THE-QUICK-BROWN-FOX")
for i = 1, 50 do local g = {} ; for j = 1, 1000 do g[j] = {j, tostring(j)} end end
collectgarbage()
local f = load(string.dump(function(x) return x // 3, x % 3, x ^ 2, x << 1 end))
print(f(10))
print(string.format("%q %5.2f %a", "a\nb", math.pi, 1.5), utf8.char(8364))
END
    [ "$(src/lua try.lua | cksum)" = "$(cat <<'END' | cksum
3	1	100.0	20
"a\
b"  3.14 0x1.8p+0	€
END
    )" ]
}

configure_and_make() { ./configure "$@" && make -j2; }

build_zlib() { configure_and_make; }
check_zlib() { make test; }

build_bzip2() {
    make -j2 CC="$CC" CFLAGS="$CFLAGS -D_FILE_OFFSET_BITS=64" \
        libbz2.a bzip2 bzip2recover
}
check_bzip2() { make test; }

build_mawk() { configure_and_make; }
check_mawk() { make check; }

build_tcc() {
    ./configure --cc="$CC" --extra-cflags="$CFLAGS" && make -j2
}
check_tcc() { make -C tests hello-exe hello-run libtest test3 vla_test-run; }

build_libpng1_6() { configure_and_make --disable-shared; }
check_libpng1_6() { make check; }

build_xz_utils() { configure_and_make --disable-nls; }
check_xz_utils() { make check; }

build_sqlite3() {
    configure_and_make --disable-tcl --disable-shared && make -j2 fuzzcheck
}
check_sqlite3() { make fuzztest; }
