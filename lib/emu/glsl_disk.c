/* SPDX-License-Identifier: MIT */
/* The files of the shader cache. A file is named by the MD5 of its key and holds a header with lengths and a
 * checksum, the whole key, and the data; the key is compared byte by byte, so that no two programs can be
 * confused. It is written under a name of its own and renamed, which is atomic. Cost: a read and a checksum
 * per hit, some 50 µs. */
#include "emu/glsl_disk.h"

#include "digest.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define MAGIC     "retrace\1"
#define MAX_BYTES ((size_t)64 << 20) /* of one file */

struct glsl_disk {
    char *folder;
    bool written;
};

struct header {
    char magic[8];
    uint32_t order; /* 0x01020304 as this machine writes it */
    uint32_t crc;   /* of all behind the header */
    uint64_t key_size, size;
};

/* ---- names ---- */

static char *path_of(const struct glsl_disk *disk, const void *key, size_t key_size)
{
    char md5[33], *path;

    if (!digest_md5(key, key_size, md5) || asprintf(&path, "%s/%s", disk->folder, md5) < 0)
        return NULL;
    return path;
}

static bool is_ours(const char *name)
{
    return strspn(name, "0123456789abcdef") == 32 && (!name[32] || name[32] == '.');
}

/* The folder with all that lie above it, as far as they are missing. */
static void make_folder(char *path)
{
    for (char *p = path + 1; *p; p++)
        if (*p == '/') {
            *p = 0;
            mkdir(path, 0777);
            *p = '/';
        }
    mkdir(path, 0777);
}

struct glsl_disk *glsl_disk_open(const char *folder)
{
    struct glsl_disk *disk = folder ? calloc(1, sizeof *disk) : NULL;

    if (!disk)
        return NULL;
    disk->folder = strdup(folder);
    if (disk->folder)
        return disk;
    free(disk);
    return NULL;
}

/* ---- reading ---- */

static uint32_t checksum(const void *key, size_t key_size, const void *data, size_t size)
{
    return (uint32_t)crc32_z(crc32_z(0, key, key_size), data, size);
}

static bool read_all(int fd, void *to, size_t size)
{
    for (char *p = to; size;) {
        ssize_t n = read(fd, p, size);

        if (n <= 0)
            return false;
        p += n;
        size -= (size_t)n;
    }
    return true;
}

/* The whole file behind its header, if all that the header says is true. */
static char *read_file(int fd, struct header *h, size_t key_size)
{
    struct stat st;
    char *rest;

    if (fstat(fd, &st) || !read_all(fd, h, sizeof *h) || memcmp(h->magic, MAGIC, sizeof h->magic) != 0 ||
        h->order != 0x01020304 || h->key_size != key_size || h->size > MAX_BYTES || key_size > MAX_BYTES ||
        (uint64_t)st.st_size != sizeof *h + h->key_size + h->size)
        return NULL;
    rest = malloc(key_size + h->size + 1);
    if (rest && read_all(fd, rest, key_size + h->size) &&
        checksum(rest, key_size, rest + key_size, h->size) == h->crc)
        return rest;
    free(rest);
    return NULL;
}

void *glsl_disk_read(const struct glsl_disk *disk, const void *key, size_t key_size, size_t *size)
{
    char *path = disk ? path_of(disk, key, key_size) : NULL, *all;
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    struct header h;

    free(path);
    if (fd < 0)
        return NULL;
    all = read_file(fd, &h, key_size);
    if (all && memcmp(all, key, key_size) != 0) {
        free(all);
        all = NULL;
    }
    if (all) {
        futimens(fd, NULL); /* what is used is not old; where this is not allowed, it ages */
        *size = h.size;
        memmove(all, all + key_size, h.size);
    }
    close(fd);
    return all;
}

/* ---- writing ---- */

static bool write_all(int fd, const void *from, size_t size)
{
    for (const char *p = from; size;) {
        ssize_t n = write(fd, p, size);

        if (n <= 0)
            return false;
        p += n;
        size -= (size_t)n;
    }
    return true;
}

void glsl_disk_write(struct glsl_disk *disk, const void *key, size_t key_size, const void *data, size_t size)
{
    struct header h = {.order = 0x01020304, .key_size = key_size, .size = size};
    char *path = disk ? path_of(disk, key, key_size) : NULL, *temporary = NULL;
    int fd = -1;

    if (!path || key_size > MAX_BYTES || size > MAX_BYTES || asprintf(&temporary, "%s.XXXXXX", path) < 0) {
        free(path);
        return;
    }
    memcpy(h.magic, MAGIC, sizeof h.magic);
    h.crc = checksum(key, key_size, data, size);
    if (!disk->written)
        make_folder(disk->folder);
    disk->written = true;
    fd = mkostemp(temporary, O_CLOEXEC);
    if (fd >= 0) {
        bool ok = write_all(fd, &h, sizeof h) && write_all(fd, key, key_size) && write_all(fd, data, size);

        if (close(fd) || !ok || rename(temporary, path))
            unlink(temporary);
    }
    free(temporary);
    free(path);
}

/* ---- ageing ---- */

struct file {
    char name[64];
    struct timespec used;
    size_t size;
};

static int older(const void *a, const void *b)
{
    const struct timespec *x = &((const struct file *)a)->used, *y = &((const struct file *)b)->used;

    if (x->tv_sec != y->tv_sec)
        return x->tv_sec < y->tv_sec ? -1 : 1;
    return (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
}

static struct file *list_files(DIR *dir, size_t *count, size_t *total)
{
    struct file *files = NULL, *grown;
    const struct dirent *entry;
    size_t room = 0;

    while ((entry = readdir(dir))) {
        struct stat st;

        if (!is_ours(entry->d_name) || strlen(entry->d_name) >= sizeof files->name ||
            fstatat(dirfd(dir), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) || !S_ISREG(st.st_mode))
            continue;
        if (*count == room) {
            room = room ? room * 2 : 256;
            grown = realloc(files, room * sizeof *files);
            if (!grown)
                break;
            files = grown;
        }
        files[*count] = (struct file){.used = st.st_mtim, .size = (size_t)st.st_size};
        strcpy(files[*count].name, entry->d_name);
        *total += files[(*count)++].size;
    }
    return files;
}

/* Down to three quarters of the limit, so that this is not for every run to do. */
static void drop_oldest(const struct glsl_disk *disk, size_t limit)
{
    DIR *dir = opendir(disk->folder);
    size_t count = 0, total = 0;
    struct file *files = dir ? list_files(dir, &count, &total) : NULL;

    if (files && total > limit) {
        qsort(files, count, sizeof *files, older);
        for (size_t i = 0; i < count && total > limit / 4 * 3; i++) {
            unlinkat(dirfd(dir), files[i].name, 0);
            total -= files[i].size;
        }
    }
    free(files);
    if (dir)
        closedir(dir);
}

void glsl_disk_close(struct glsl_disk *disk, size_t limit)
{
    if (!disk)
        return;
    if (disk->written)
        drop_oldest(disk, limit);
    free(disk->folder);
    free(disk);
}
