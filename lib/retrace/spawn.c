/* SPDX-License-Identifier: MIT */
/* fork and exec of /proc/self/exe with two pipes (results on descriptor 3, everything printed), read until
 * both end or the time is up. The child leads a process group of its own, so that a kill reaches all of it.
 */
#include "retrace/spawn.h"

#include "gles/driver.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RESULT_FD = 3, MAX_ARGS = 16, LINE_MAX_BYTES = 64 << 20 };

/* What came of a pipe and is not yet a whole line. */
struct stream {
    int fd;
    char *data;
    size_t used, size;
    void (*line)(void *priv, const char *line);
    void *priv;
};

static double now_s(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void deliver(struct stream *s, bool end)
{
    char *start = s->data, *newline;

    while (start && (newline = memchr(start, '\n', s->used - (size_t)(start - s->data)))) {
        *newline = 0;
        if (s->line)
            s->line(s->priv, start);
        start = newline + 1;
    }
    if (start) {
        s->used -= (size_t)(start - s->data);
        memmove(s->data, start, s->used);
    }
    if (end && s->used && s->line) {
        s->data[s->used] = 0;
        s->line(s->priv, s->data);
    }
}

/* False at the end of the stream, or when a line grows beyond all reason. */
static bool drain(struct stream *s)
{
    ssize_t n;

    if (s->size - s->used < 4097) {
        size_t size = s->size ? s->size * 2 : 16384;
        char *data = size <= LINE_MAX_BYTES ? realloc(s->data, size) : NULL;
        if (!data)
            return false;
        s->data = data;
        s->size = size;
    }
    n = read(s->fd, s->data + s->used, s->size - s->used - 1);
    if (n < 0)
        return errno == EINTR || errno == EAGAIN;
    s->used += (size_t)n;
    if (n)
        deliver(s, false);
    return n > 0;
}

static void child(const struct spawn_params *params, int result, int output, pid_t parent)
{
    const char *argv[MAX_ARGS + 2] = {"retrace"};
    int null = open("/dev/null", O_RDONLY);

    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_DFL); /* what the program ignores for itself, exec would hand on */
    if (getppid() != parent)
        _exit(127);
    for (int i = 0; i < MAX_ARGS && params->args[i]; i++)
        argv[i + 1] = params->args[i];
    dup2(null, 0);
    dup2(output, 1);
    dup2(output, 2);
    if (result == RESULT_FD)
        fcntl(result, F_SETFD, 0);
    else
        dup2(result, RESULT_FD);
    if (params->driver && !gles_driver_env_apply(params->driver, NULL))
        _exit(127);
    execv("/proc/self/exe", (char *const *)argv);
    _exit(127);
}

/* Reads both pipes until they end; false when the time was up. */
static bool pump(struct stream *streams, double deadline)
{
    struct pollfd fds[2] = {{streams[0].fd, POLLIN, 0}, {streams[1].fd, POLLIN, 0}};

    while (fds[0].fd >= 0 || fds[1].fd >= 0) {
        double left = deadline ? deadline - now_s() : 3600;
        if (left <= 0)
            return false;
        if (poll(fds, 2, (int)(left * 1000) + 1) < 0 && errno != EINTR)
            return true;
        for (int i = 0; i < 2; i++)
            if (fds[i].fd >= 0 && fds[i].revents && !drain(&streams[i]))
                fds[i].fd = -1;
    }
    return true;
}

/* The pipes may end before the child does (it closed them, or still exits). */
static bool wait_for(pid_t pid, int *status, double deadline)
{
    for (;;) {
        pid_t got = waitpid(pid, status, deadline ? WNOHANG : 0);
        if (got == pid)
            return true;
        if (got < 0 && errno != EINTR)
            return true;
        if (deadline && now_s() > deadline)
            return false;
        usleep(2000);
    }
}

static struct spawn_status collect(const struct spawn_params *params, pid_t pid, int result, int output)
{
    struct stream streams[2] = {{.fd = result, .line = params->result, .priv = params->priv},
                                {.fd = output, .line = params->output, .priv = params->priv}};
    double deadline = params->timeout_s ? now_s() + params->timeout_s : 0;
    struct spawn_status out = {SPAWN_HUNG, 0};
    bool ended = pump(streams, deadline);
    int status = 0;

    if (ended)
        ended = wait_for(pid, &status, deadline);
    kill(-pid, SIGKILL);
    if (!ended)
        waitpid(pid, &status, 0);
    else if (WIFSIGNALED(status))
        out = (struct spawn_status){SPAWN_SIGNALLED, WTERMSIG(status)};
    else
        out = (struct spawn_status){SPAWN_EXITED, WEXITSTATUS(status)};
    for (int i = 0; i < 2; i++) {
        if (ended)
            deliver(&streams[i], true);
        free(streams[i].data);
        close(streams[i].fd);
    }
    return out;
}

struct spawn_status spawn_run(const struct spawn_params *params)
{
    int result[2] = {-1, -1}, output[2] = {-1, -1};
    pid_t self = getpid(), pid = -1;

    if (!pipe2(result, O_CLOEXEC) && !pipe2(output, O_CLOEXEC))
        pid = fork();
    if (pid == 0)
        child(params, result[1], output[1], self);
    if (result[1] >= 0)
        close(result[1]);
    if (output[1] >= 0)
        close(output[1]);
    if (pid > 0) {
        setpgid(pid, pid);
        return collect(params, pid, result[0], output[0]);
    }
    if (result[0] >= 0)
        close(result[0]);
    if (output[0] >= 0)
        close(output[0]);
    return (struct spawn_status){SPAWN_FAILED, errno};
}

const char *spawn_signal_name(int sig)
{
    static const struct {
        int sig;
        const char *name;
    } names[] = {{SIGSEGV, "SIGSEGV"}, {SIGABRT, "SIGABRT"}, {SIGBUS, "SIGBUS"},
                 {SIGFPE, "SIGFPE"},   {SIGILL, "SIGILL"},   {SIGKILL, "SIGKILL"},
                 {SIGTERM, "SIGTERM"}, {SIGPIPE, "SIGPIPE"}, {SIGTRAP, "SIGTRAP"}};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].sig == sig)
            return names[i].name;
    return "another signal";
}
