/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_VERSION_H
#define RETRACE_VERSION_H

/* Both come from the build. */
#ifndef RETRACE_VERSION
#define RETRACE_VERSION "unknown"
#endif
#ifndef RETRACE_COMMIT
#define RETRACE_COMMIT "unknown"
#endif

#endif
