/* SPDX-License-Identifier: MIT */
#ifndef RETRACE_TIERS_COMMAND_H
#define RETRACE_TIERS_COMMAND_H

#include "tiers/staging.h"
#include "tiers/tier.h"

/* DrawElementsIndirectCommand of OpenGL ES 3.1, section 10.3.9. */
struct tier_command {
    GLuint count, instances, first_index;
    GLint base_vertex;
    GLuint reserved; /* must be 0 */
};

/* The command buffer that the indirect tiers synthesise. Zero-initialised is empty. */
struct tier_commands {
    struct tier_command *items; /* of the batch at hand */
    size_t capacity;
    struct tier_staging staging;
};

void tier_commands_finish(struct emu_context *ctx, struct tier_commands *commands);

/* Writes the sub-draws that have indices as packed commands and binds them as DRAW_INDIRECT on the driver;
 * *offset is where they begin, in bytes, *n how many there are. The caller draws, then calls
 * tier_commands_unbind. Not TIERS_OK: nothing was bound. */
enum tiers_reason tier_commands_bind(struct emu_context *ctx, struct tier_commands *commands,
                                     const struct tier_batch *batch, size_t *offset, GLsizei *n);
void tier_commands_unbind(struct emu_context *ctx);

#endif
