/* SPDX-License-Identifier: MIT */
/* Probing one driver in a process of its own: a fork of this program, executed anew with the driver's
 * environment (the dynamic linker reads its part of that only at the start), one JSON object back through a
 * pipe, and a time limit. */
#include "drivers.h"

#include "gles/driver.h"
#include "gles/probe.h"
#include "log.h"
#include "tiers/tiers.h"

#include <jansson.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define DEFAULT_TIMEOUT_S 30
/* Extension strings of one driver are some 10 KiB; more than this is no probe. */
#define MAX_REPLY (1 << 20)

/* --- in the child --- */

static void add_tiers(json_t *object, const struct gles_probe *probe)
{
    json_t *tiers = json_object();

    for (int i = 0; i < TIERS_COUNT; i++) {
        const char *missing = NULL;
        bool ok = tiers_supported(&probe->caps, &probe->table, i, &missing);

        json_object_set_new(tiers, tiers_name(i),
                            ok ? json_null() : json_string(missing ? missing : "unsupported"));
    }
    json_object_set_new(object, "tiers", tiers);
    json_object_set_new(object, "auto", json_string(tiers_name(tiers_auto(&probe->caps, &probe->table))));
}

int drivers_probe(const struct drivers_options *options, const char *name, const struct log *log)
{
    struct gles_driver_list *list = gles_driver_list_load(options->drivers, log);
    const struct gles_driver *driver = list ? gles_driver_find(list, name, log) : NULL;
    int out = dup(STDOUT_FILENO), status = 3;
    struct gles_caps_limits limits;
    struct gles_probe *probe = NULL;
    json_t *object = NULL;

    if (!driver || out < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        goto done;
    status = 2;
    if (!gles_caps_limits_parse(&limits, options->caps, log))
        goto done;
    status = 3;
    probe = gles_probe_create(driver, &limits, log);
    object = probe ? gles_probe_json(probe) : NULL;
    if (!object)
        goto done;
    if (probe->caps.es)
        add_tiers(object, probe);
    if (!json_dumpfd(object, out, JSON_COMPACT))
        status = 0;
done:
    json_decref(object);
    gles_probe_destroy(probe);
    gles_driver_list_destroy(list);
    if (out >= 0)
        close(out);
    return status;
}

/* --- in the parent --- */

static void exec_child(const struct drivers_options *options, const struct gles_driver *driver, int out,
                       int err)
{
    const struct rlimit no_core = {0, 0};
    char *drivers = NULL, *caps = NULL;
    char *argv[6] = {(char *)"retrace", (char *)"_probe"};
    int n = 2, null = open("/dev/null", O_RDONLY);

    setrlimit(RLIMIT_CORE, &no_core);
    if (null >= 0)
        dup2(null, STDIN_FILENO);
    if (dup2(out, STDOUT_FILENO) < 0 || dup2(err, STDERR_FILENO) < 0 || !gles_driver_env_apply(driver, NULL))
        _exit(127);
    if (options->drivers && asprintf(&drivers, "--drivers=%s", options->drivers) > 0)
        argv[n++] = drivers;
    if (options->caps && asprintf(&caps, "--caps=%s", options->caps) > 0)
        argv[n++] = caps;
    argv[n] = driver->name;
    execv("/proc/self/exe", argv);
    _exit(127);
}

static int64_t now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Everything the child writes until it closes the pipe; false when the time is over first. */
static bool read_reply(int fd, int timeout_s, char *buf, size_t *len)
{
    int64_t end = now_ms() + (int64_t)timeout_s * 1000;

    for (*len = 0;;) {
        struct pollfd p = {.fd = fd, .events = POLLIN};
        int64_t left = end - now_ms();
        ssize_t n;

        if (left <= 0)
            return false;
        if (poll(&p, 1, left > INT32_MAX ? INT32_MAX : (int)left) <= 0)
            continue; /* a signal, or the time is over: the clock tells */
        n = read(fd, buf + *len, MAX_REPLY - *len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return true;
        *len += (size_t)n;
    }
}

/* Waits for a child that closed its pipe, no longer than `timeout_s`; a driver may hang in its exit handlers.
 */
static bool wait_child(pid_t pid, int timeout_s, int *status)
{
    int64_t end = now_ms() + (int64_t)timeout_s * 1000;

    for (;;) {
        pid_t r = waitpid(pid, status, WNOHANG);

        if (r == pid)
            return true;
        if ((r < 0 && errno != EINTR) || now_ms() >= end)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
}

static json_t *trouble(const char *status, const char *message)
{
    return json_pack("{s:b, s:s, s:s}", "ok", 0, "status", status, "message", message);
}

static json_t *verdict(bool in_time, int status, const char *buf, size_t len, int timeout_s)
{
    char message[96];
    json_t *object;

    if (!in_time) {
        snprintf(message, sizeof message, "no answer within %d s", timeout_s);
        return trouble("hung", message);
    }
    if (WIFSIGNALED(status)) {
        snprintf(message, sizeof message, "%s while it was probed", strsignal(WTERMSIG(status)));
        return trouble("crashed", message);
    }
    object = json_loadb(buf, len, 0, NULL);
    if (!json_is_object(object)) {
        json_decref(object);
        snprintf(message, sizeof message, "the probe ended with status %d and no result",
                 WEXITSTATUS(status));
        return trouble("failed", message);
    }
    json_object_set_new(object, "status",
                        json_string(json_is_true(json_object_get(object, "ok")) ? "ok" : "failed"));
    return object;
}

/* What the driver said on standard error, a line each; only wanted when there was no reply, Mesa chats. */
static void log_stderr(int fd, const struct gles_driver *driver, const struct log *log)
{
    char text[8192], *save = NULL;
    ssize_t n = pread(fd, text, sizeof text - 1, 0);

    text[n > 0 ? n : 0] = '\0';
    for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
        log_msg(log, LOG_WARN, "%s said: %s", driver->name, line);
}

/* Gives the child its time and makes a result of what became of it. */
static json_t *supervise(pid_t pid, int fd, int timeout_s, char *buf)
{
    int status = 0;
    size_t len = 0;
    bool in_time = read_reply(fd, timeout_s, buf, &len) && wait_child(pid, timeout_s, &status);

    if (!in_time) {
        kill(pid, SIGKILL);
        waitpid(pid, &status, 0);
    }
    return verdict(in_time, status, buf, len, timeout_s);
}

json_t *drivers_probe_run(const struct drivers_options *options, const struct gles_driver *driver,
                          const struct log *log)
{
    int timeout_s = options->timeout_s > 0 ? options->timeout_s : DEFAULT_TIMEOUT_S;
    char *buf = malloc(MAX_REPLY);
    int fds[2] = {-1, -1}, err = memfd_create("stderr", MFD_CLOEXEC);
    json_t *result = NULL;
    pid_t pid;

    if (!buf || err < 0 || pipe2(fds, O_CLOEXEC) || (pid = fork()) < 0) {
        log_msg(log, LOG_ERROR, "%s: cannot start a process: %s", driver->name, strerror(errno));
        result = trouble("failed", "no process for the probe");
        goto done;
    }
    if (!pid)
        exec_child(options, driver, fds[1], err);
    close(fds[1]);
    fds[1] = -1;
    result = supervise(pid, fds[0], timeout_s, buf);
    if (!json_object_get(result, "features")) /* no reply of its own to go by */
        log_stderr(err, driver, log);
done:
    for (int i = 0; i < 2; i++) {
        if (fds[i] >= 0)
            close(fds[i]);
    }
    if (err >= 0)
        close(err);
    free(buf);
    return result;
}
