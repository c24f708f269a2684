/* SPDX-License-Identifier: MIT */
/* SIGINT and SIGTERM of the commands that run workers: remembered, so that what is finished is still written.
 */
#include "cli.h"

#include <signal.h>

static volatile sig_atomic_t interrupted;

static void on_signal(int sig)
{
    (void)sig;
    interrupted = 1;
}

void cli_catch_interrupts(void)
{
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
}

bool cli_interrupted(void *priv)
{
    (void)priv;
    return interrupted != 0;
}
