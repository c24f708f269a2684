/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_RESUME_H
#define RETRACE_RESUME_H

/* Whether what a journal holds counts in the run that goes on with it. Every result is kept under a key of
 * all that it depends on, so nothing wrong is ever taken from there; but a run that finds nothing it can use
 * should say so, and not run for a night in silence. */

struct harness_params;
struct journal;

/* What tells this build of retrace from another: version and commit, and where the source had no commit of
 * its own, the program's digest. Allocated; NULL when memory is out. */
char *resume_build(void);

/* Says at the head of what this run will append which build and options it is, unless the last run that wrote
 * there was the same; then, where something was kept, warns of what does not count any more. */
void resume_begin(struct journal *journal, const char *build, const struct harness_params *params);

#endif
