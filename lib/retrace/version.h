/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_VERSION_H
#define RETRACE_VERSION_H

#define RETRACE_VERSION "0.1.0"

/* The commit it was built from, from the build. */
#ifndef RETRACE_COMMIT
#define RETRACE_COMMIT "unknown"
#endif

#endif
