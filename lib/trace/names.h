/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_TRACE_NAMES_H
#define RETRACE_TRACE_NAMES_H

/* What a function is, by its name alone, as apitrace classifies calls for its call sets and its dump. */
enum trace_name_flags {
    TRACE_NAME_END_FRAME = 1,
    TRACE_NAME_RENDER = 2,       /* "/draw": draws, clears, blits, lists, glEnd */
    TRACE_NAME_RENDERTARGET = 4, /* "/fbo", together with END_FRAME: the draw buffer changes */
    TRACE_NAME_VERBOSE = 8,      /* left out of a dump that is not verbose */
};

unsigned trace_name_flags(const char *name);

#endif
