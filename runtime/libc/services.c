/*
 * Functions by which libc loads libraries of its own, or keeps lists that grow:
 * names of users and hosts, character sets, locales, messages.
 *
 * What they have allocated when the workers start each worker goes on with by
 * itself: it is told apart from what libc allocates for the program
 * (docs/protocols/heap.md, B9).
 */
#define _GNU_SOURCE
#include "libc/libc.h"

#include "mem/malloc.h"

#include <grp.h>
#include <iconv.h>
#include <libintl.h>
#include <locale.h>
#include <netdb.h>
#include <pwd.h>

#undef gettext
#undef dgettext
#undef dcgettext
#undef ngettext
#undef dngettext

#define SERVICE(type, name, parameters, arguments)                             \
    UCI_LIBC_WEAK(name)                                                        \
    type name parameters                                                       \
    {                                                                          \
        uci_malloc_begin_each();                                               \
        type result = UCI_LIBC_REAL(name) arguments;                           \
        uci_malloc_end_each();                                                 \
        return result;                                                         \
    }
#define SERVICE_VOID(name)                                                     \
    UCI_LIBC_WEAK(name)                                                        \
    void name(void)                                                            \
    {                                                                          \
        uci_malloc_begin_each();                                               \
        UCI_LIBC_REAL(name)();                                                 \
        uci_malloc_end_each();                                                 \
    }

SERVICE(iconv_t, iconv_open, (const char *to, const char *from), (to, from))

SERVICE(char *, setlocale, (int category, const char *name), (category, name))
SERVICE(locale_t, newlocale, (int mask, const char *name, locale_t base),
        (mask, name, base))

SERVICE(char *, gettext, (const char *text), (text))
SERVICE(char *, dgettext, (const char *domain, const char *text),
        (domain, text))
SERVICE(char *, dcgettext, (const char *domain, const char *text, int category),
        (domain, text, category))
SERVICE(char *, ngettext, (const char *one, const char *many, unsigned long n),
        (one, many, n))
SERVICE(char *, dngettext,
        (const char *domain, const char *one, const char *many,
         unsigned long n),
        (domain, one, many, n))
SERVICE(char *, textdomain, (const char *domain), (domain))
SERVICE(char *, bindtextdomain, (const char *domain, const char *path),
        (domain, path))

SERVICE(struct passwd *, getpwnam, (const char *name), (name))
SERVICE(struct passwd *, getpwuid, (uid_t id), (id))
SERVICE(struct passwd *, getpwent, (void), ())
SERVICE(int, getpwnam_r,
        (const char *name, struct passwd *entry, char *buffer, size_t size,
         struct passwd **found),
        (name, entry, buffer, size, found))
SERVICE(int, getpwuid_r,
        (uid_t id, struct passwd *entry, char *buffer, size_t size,
         struct passwd **found),
        (id, entry, buffer, size, found))
SERVICE_VOID(setpwent)
SERVICE_VOID(endpwent)

SERVICE(struct group *, getgrnam, (const char *name), (name))
SERVICE(struct group *, getgrgid, (gid_t id), (id))
SERVICE(struct group *, getgrent, (void), ())
SERVICE(int, getgrnam_r,
        (const char *name, struct group *entry, char *buffer, size_t size,
         struct group **found),
        (name, entry, buffer, size, found))
SERVICE(int, getgrgid_r,
        (gid_t id, struct group *entry, char *buffer, size_t size,
         struct group **found),
        (id, entry, buffer, size, found))
SERVICE(int, getgrouplist, (const char *user, gid_t group, gid_t *list, int *n),
        (user, group, list, n))
SERVICE_VOID(setgrent)
SERVICE_VOID(endgrent)

SERVICE(int, getaddrinfo,
        (const char *host, const char *service, const struct addrinfo *hints,
         struct addrinfo **found),
        (host, service, hints, found))
SERVICE(struct hostent *, gethostbyname, (const char *name), (name))
SERVICE(struct servent *, getservbyname,
        (const char *name, const char *protocol), (name, protocol))
SERVICE(struct protoent *, getprotobyname, (const char *name), (name))
