/* SPDX-License-Identifier: MIT */
/* A journal is a text file: KEY SPACE JSON-OBJECT NEWLINE would not be JSON lines, so the key is the object's
 * first member, at a fixed place. Opening one reads it once and keeps of each line only its key and where it
 * is; the object is parsed when it is asked for. Nothing is synced: the kernel keeps what a killed process
 * wrote, and a machine that loses power may lose its last lines, which are then done again. */
#include "retrace/journal.h"

#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEY_BYTES = 32, LOCK_TRIES = 50, LOCK_WAIT_US = 20000 };
static const char key_prefix[] = "{\"key\":\"";

struct entry {
    char key[KEY_BYTES + 1];
    off_t offset;
    size_t size; /* without the newline */
};

struct journal {
    int fd;
    off_t end; /* of the last whole line */
    struct entry *entries;
    size_t n, capacity;
    json_t *index; /* key → number of the entry */
    pthread_mutex_t lock;
    char *path;
    const struct log *log;
    bool failed;
};

char *journal_path(const char *document)
{
    char *path;

    return asprintf(&path, "%s.journal", document) < 0 ? NULL : path;
}

static bool add_entry(struct journal *journal, const char *line, size_t size, off_t offset)
{
    struct entry *grown = journal->entries, *entry;
    size_t capacity = journal->capacity ? journal->capacity * 2 : 64;

    if (size < sizeof key_prefix - 1 + KEY_BYTES || memcmp(line, key_prefix, sizeof key_prefix - 1) ||
        line[size - 1] != '}')
        return true; /* not ours: kept, never found */
    if (journal->n == journal->capacity) {
        grown = realloc(journal->entries, capacity * sizeof *grown);
        if (!grown)
            return false;
        journal->entries = grown;
        journal->capacity = capacity;
    }
    entry = &grown[journal->n];
    memcpy(entry->key, line + sizeof key_prefix - 1, KEY_BYTES);
    entry->key[KEY_BYTES] = 0;
    entry->offset = offset;
    entry->size = size;
    return !json_object_set_new(journal->index, entry->key, json_integer((json_int_t)journal->n++));
}

/* Reads the whole lines that are there and cuts off what comes after the last of them. */
static bool load(struct journal *journal)
{
    int fd = dup(journal->fd);
    FILE *in = fd < 0 ? NULL : fdopen(fd, "r");
    char *line = NULL;
    size_t size = 0;
    ssize_t n;
    bool ok = in != NULL;

    while (ok && (n = getline(&line, &size, in)) > 0 && line[n - 1] == '\n') {
        ok = add_entry(journal, line, (size_t)n - 1, journal->end);
        journal->end += n;
    }
    free(line);
    if (in)
        fclose(in);
    return ok && !ftruncate(journal->fd, journal->end);
}

/* Of a run that was killed a child can live for a moment more, between its fork and its exec, and hold the
 * lock. */
static bool lock(int fd)
{
    for (int i = 0; i < LOCK_TRIES; i++) {
        if (!flock(fd, LOCK_EX | LOCK_NB))
            return true;
        usleep(LOCK_WAIT_US);
    }
    return false;
}

struct journal *journal_open(const char *path, bool resume, const struct log *log)
{
    struct journal *journal = calloc(1, sizeof *journal);

    if (!journal)
        return NULL;
    pthread_mutex_init(&journal->lock, NULL);
    journal->log = log;
    journal->path = strdup(path);
    journal->index = json_object();
    journal->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (journal->fd < 0)
        goto fail;
    if (!lock(journal->fd)) {
        log_msg(log, LOG_ERROR, "%s: another run is writing it", path);
        journal_close(journal);
        return NULL;
    }
    if (!journal->path || !journal->index || (!resume && ftruncate(journal->fd, 0)) || !load(journal))
        goto fail;
    return journal;

fail:
    log_msg(log, LOG_ERROR, "%s: %s", path, strerror(errno));
    journal_close(journal);
    return NULL;
}

void journal_close(struct journal *journal)
{
    if (!journal)
        return;
    if (journal->fd >= 0)
        close(journal->fd);
    json_decref(journal->index);
    free(journal->entries);
    free(journal->path);
    pthread_mutex_destroy(&journal->lock);
    free(journal);
}

static json_t *read_entry(const struct journal *journal, const struct entry *entry)
{
    char *text = malloc(entry->size);
    json_t *object = NULL;
    size_t have = 0;
    ssize_t n;

    while (text && have < entry->size &&
           (n = pread(journal->fd, text + have, entry->size - have, entry->offset + (off_t)have)) > 0)
        have += (size_t)n;
    if (text && have == entry->size)
        object = json_loadb(text, entry->size, 0, NULL);
    free(text);
    return object;
}

json_t *journal_find(struct journal *journal, const char *key)
{
    const json_t *number;
    json_t *object = NULL;

    pthread_mutex_lock(&journal->lock);
    number = json_object_get(journal->index, key);
    if (number)
        object = read_entry(journal, &journal->entries[json_integer_value(number)]);
    pthread_mutex_unlock(&journal->lock);
    return object;
}

/* The line with the key in front, allocated. */
static char *make_line(const char *key, const json_t *object, size_t *size)
{
    char *text = json_dumps(object, JSON_COMPACT), *line = NULL;
    int n = -1;

    if (text && text[0] == '{')
        n = asprintf(&line, "%s%s\"%s%s\n", key_prefix, key, text[1] == '}' ? "" : ",", text + 1);
    free(text);
    *size = n < 0 ? 0 : (size_t)n;
    return n < 0 ? NULL : line;
}

static bool write_line(struct journal *journal, const char *line, size_t size)
{
    size_t done = 0;
    ssize_t n = 0;

    while (done < size) {
        n = pwrite(journal->fd, line + done, size - done, journal->end + (off_t)done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        done += (size_t)n;
    }
    if (done == size)
        return true;
    if (!journal->failed)
        log_msg(journal->log, LOG_ERROR, "%s: %s; the run goes on", journal->path,
                n < 0 ? strerror(errno) : "nothing could be written");
    journal->failed = true;
    if (ftruncate(journal->fd, journal->end))
        log_msg(journal->log, LOG_WARN, "%s: its last line is not whole", journal->path);
    return false;
}

bool journal_append(struct journal *journal, const char *key, const json_t *object)
{
    size_t size;
    char *line = make_line(key, object, &size);
    bool ok = false;

    pthread_mutex_lock(&journal->lock);
    if (line && write_line(journal, line, size)) {
        ok = add_entry(journal, line, size - 1, journal->end);
        journal->end += (off_t)size;
    }
    pthread_mutex_unlock(&journal->lock);
    free(line);
    return ok;
}

bool journal_each(const char *path, bool (*take)(void *priv, const json_t *object), void *priv,
                  const struct log *log)
{
    FILE *in = fopen(path, "re");
    char *line = NULL;
    size_t size = 0, number = 0;
    ssize_t n;
    bool more = in != NULL, whole = true;

    if (!in)
        log_msg(log, LOG_ERROR, "%s: %s", path, strerror(errno));
    while (more && whole && (n = getline(&line, &size, in)) > 0) {
        json_t *object = json_loadb(line, (size_t)n, 0, NULL);
        number++;
        whole = line[n - 1] == '\n';
        if (object)
            more = take(priv, object);
        else
            log_msg(log, LOG_WARN, "%s:%zu: %s", path, number,
                    whole ? "no JSON, skipped" : "the last line is not whole, skipped");
        json_decref(object);
    }
    free(line);
    if (in)
        fclose(in);
    return in != NULL;
}

const char *journal_name(const struct journal *journal)
{
    return journal->path;
}

size_t journal_count(const struct journal *journal)
{
    return journal->n;
}

bool journal_failed(const struct journal *journal)
{
    return journal->failed;
}
