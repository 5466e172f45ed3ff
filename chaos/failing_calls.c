/* Calls that change files in one folder, counted; the n-th one fails, or ends the process. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum way { NEVER, FAILS, STAYS, STOPS, TORN };

static long calls, fatal;
static int way, problem;
static char folder[4096];

void failing_arm(long number, int how, int error, const char *place)
{
    calls = 0;
    fatal = number;
    way = how;
    problem = error;
    snprintf(folder, sizeof folder, "%s", place);
}

long failing_calls(void) { return calls; }

static int ours(const char *path) { return folder[0] && !strncmp(path, folder, strlen(folder)); }

static int of_file(int file)
{
    char link[64], path[4096];
    if (!folder[0]) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t size = readlink(link, path, sizeof path - 1);
    if (size < 0) return 0;
    path[size] = 0;
    return ours(path);
}

static int of_path(const char *path)
{
    char whole[8192];
    if (!folder[0]) return 0;
    if (path[0] == '/') return ours(path);
    if (!getcwd(whole, 4096)) return 0;
    strncat(whole, "/", 2);
    strncat(whole, path, 4000);
    return ours(whole);
}

/* Whether this call is to fail, with errno set; half of the content is written first where it is torn. */
static int hit(int file, const void *content, size_t size, off_t place)
{
    long now = __sync_add_and_fetch(&calls, 1);
    if (way == NEVER || (way == STAYS ? now < fatal : now != fatal)) return 0;
    if (way == TORN && content && size > 1) {
        ssize_t (*real)(int, const void *, size_t, off_t) = dlsym(RTLD_NEXT, "pwrite64");
        ssize_t (*plain)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
        if (place < 0) plain(file, content, size / 2);
        else real(file, content, size / 2, place);
    }
    if (way == STOPS || way == TORN) _exit(137);
    errno = problem;
    return 1;
}

#define NEXT(type, name, ...) type (*next)(__VA_ARGS__) = dlsym(RTLD_NEXT, name)

ssize_t write(int file, const void *content, size_t size)
{
    NEXT(ssize_t, "write", int, const void *, size_t);
    if (of_file(file) && hit(file, content, size, -1)) return -1;
    return next(file, content, size);
}

ssize_t pwrite(int file, const void *content, size_t size, off_t place)
{
    NEXT(ssize_t, "pwrite", int, const void *, size_t, off_t);
    if (of_file(file) && hit(file, content, size, place)) return -1;
    return next(file, content, size, place);
}

ssize_t pwrite64(int file, const void *content, size_t size, off_t place)
{
    NEXT(ssize_t, "pwrite64", int, const void *, size_t, off_t);
    if (of_file(file) && hit(file, content, size, place)) return -1;
    return next(file, content, size, place);
}

int fsync(int file)
{
    NEXT(int, "fsync", int);
    if (of_file(file) && hit(file, 0, 0, 0)) return -1;
    return next(file);
}

int fdatasync(int file)
{
    NEXT(int, "fdatasync", int);
    if (of_file(file) && hit(file, 0, 0, 0)) return -1;
    return next(file);
}

int ftruncate(int file, off_t size)
{
    NEXT(int, "ftruncate", int, off_t);
    if (of_file(file) && hit(file, 0, 0, 0)) return -1;
    return next(file, size);
}

int ftruncate64(int file, off_t size)
{
    NEXT(int, "ftruncate64", int, off_t);
    if (of_file(file) && hit(file, 0, 0, 0)) return -1;
    return next(file, size);
}

int rename(const char *from, const char *to)
{
    NEXT(int, "rename", const char *, const char *);
    if (of_path(to) && hit(-1, 0, 0, 0)) return -1;
    return next(from, to);
}

int link(const char *from, const char *to)
{
    NEXT(int, "link", const char *, const char *);
    if (of_path(to) && hit(-1, 0, 0, 0)) return -1;
    return next(from, to);
}

int linkat(int a, const char *from, int b, const char *to, int flags)
{
    NEXT(int, "linkat", int, const char *, int, const char *, int);
    if (of_path(to) && hit(-1, 0, 0, 0)) return -1;
    return next(a, from, b, to, flags);
}
