/* SPDX-License-Identifier: MIT */
/* Queries of active uniforms and blocks (OpenGL 3.1 and 4.2), and which binding a block has.
 * Cost of glUniformBlockBinding: the driver's own. */
#include "emu/program_priv.h"

#include <string.h>

/* ---- uniforms ---- */

GLint emu_GetUniformLocation(GLuint name, const GLchar *uniform)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program = emu_program_lookup_linked(ctx, name, "glGetUniformLocation");
    GLint element;
    int i = program && uniform ? emu_executable_find_uniform(program->exe, uniform, &element) : -1;

    if (i < 0 || program->exe->uniforms[i].location < 0)
        return -1;
    return program->exe->uniforms[i].location + element;
}

void emu_GetActiveUniform(GLuint name, GLuint index, GLsizei size, GLsizei *length, GLint *count,
                          GLenum *type, GLchar *out)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program = emu_program_lookup(ctx, name, "glGetActiveUniform");
    const struct emu_uniform *u;

    if (!program)
        return;
    if (!program->linked || index >= program->exe->uniform_count || size < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "glGetActiveUniform: index %u", index);
        return;
    }
    u = &program->exe->uniforms[index];
    if (count)
        *count = u->size;
    if (type)
        *type = u->type.type;
    emu_program_return_string(u->name, u->array ? "[0]" : "", size, length, out);
}

void emu_GetActiveUniformName(GLuint name, GLuint index, GLsizei size, GLsizei *length, GLchar *out)
{
    emu_GetActiveUniform(name, index, size, length, NULL, NULL, out);
}

void emu_GetUniformIndices(GLuint name, GLsizei count, const GLchar *const *names, GLuint *indices)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program = emu_program_lookup(ctx, name, "glGetUniformIndices");

    if (!program)
        return;
    if (count < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "glGetUniformIndices: count %d", count);
        return;
    }
    for (GLsizei i = 0; i < count; i++) {
        GLint element = 0;
        int found = program->linked ? emu_executable_find_uniform(program->exe, names[i], &element) : -1;
        indices[i] = found >= 0 && element == 0 ? (GLuint)found : GL_INVALID_INDEX;
    }
}

// clang-format off
/* One value of glGetActiveUniformsiv. False when pname is none. */
static bool get_uniform(struct emu_context *ctx, const struct emu_program *program, const struct emu_uniform *u, GLenum pname,
                        GLint *out)
{
    switch (pname) {
    case GL_UNIFORM_TYPE: *out = (GLint)u->type.type; return true;
    case GL_UNIFORM_SIZE: *out = u->size; return true;
    case GL_UNIFORM_NAME_LENGTH: *out = (GLint)strlen(u->name) + (u->array ? 4 : 1); return true;
    case GL_UNIFORM_BLOCK_INDEX: *out = u->block; return true;
    case GL_UNIFORM_OFFSET:
    case GL_UNIFORM_ARRAY_STRIDE:
    case GL_UNIFORM_MATRIX_STRIDE:
    case GL_UNIFORM_IS_ROW_MAJOR:
        if (u->field)
            return emu_field_property(u->field, pname, out);
        ctx->es->GetActiveUniformsiv(program->exe->es, 1, &u->es_index, pname, out);
        return true;
    case GL_UNIFORM_ATOMIC_COUNTER_BUFFER_INDEX:
        *out = -1;
        if (u->type.base == EMU_BASE_COUNTER && !u->field && ctx->es->GetProgramResourceiv) {
            const GLenum prop = GL_ATOMIC_COUNTER_BUFFER_INDEX;
            ctx->es->GetProgramResourceiv(program->exe->es, GL_UNIFORM, u->es_index, 1, &prop, 1, NULL, out);
        }
        return true;
    default: return false;
    }
}
// clang-format on

void emu_GetActiveUniformsiv(GLuint name, GLsizei count, const GLuint *indices, GLenum pname, GLint *params)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program = emu_program_lookup(ctx, name, "glGetActiveUniformsiv");
    size_t active = program && program->linked ? program->exe->uniform_count : 0;

    if (!program)
        return;
    if (count < 0) {
        emu_error(ctx, GL_INVALID_VALUE, "glGetActiveUniformsiv: count %d", count);
        return;
    }
    for (GLsizei i = 0; i < count; i++)
        if (indices[i] >= active) {
            emu_error(ctx, GL_INVALID_VALUE, "glGetActiveUniformsiv: index %u", indices[i]);
            return;
        }
    for (GLsizei i = 0; i < count; i++)
        if (!get_uniform(ctx, program, &program->exe->uniforms[indices[i]], pname, &params[i])) {
            emu_error(ctx, GL_INVALID_ENUM, "glGetActiveUniformsiv: pname 0x%x", pname);
            return;
        }
}

/* ---- blocks ---- */

GLuint emu_GetUniformBlockIndex(GLuint name, const GLchar *block)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program = emu_program_lookup(ctx, name, "glGetUniformBlockIndex");
    const struct emu_executable *exe = program && program->linked ? program->exe : NULL;
    size_t n = block ? strlen(block) : 0;

    for (size_t i = 0; exe && block && i < exe->block_count; i++) {
        const char *other = exe->blocks[i].name;
        /* An array of blocks without an index means its first element. */
        if (!strncmp(other, block, n) && (!other[n] || !strcmp(other + n, "[0]")))
            return (GLuint)i;
    }
    return GL_INVALID_INDEX;
}

/* NULL after GL_INVALID_VALUE when there is no such block. */
static struct emu_block *find_block(struct emu_context *ctx, GLuint name, GLuint index, const char *function,
                                    struct emu_program **program)
{
    *program = emu_program_lookup(ctx, name, function);
    if (!*program)
        return NULL;
    if ((*program)->linked && index < (*program)->exe->block_count)
        return &(*program)->exe->blocks[index];
    emu_error(ctx, GL_INVALID_VALUE, "%s: block %u", function, index);
    return NULL;
}

void emu_GetActiveUniformBlockName(GLuint name, GLuint index, GLsizei size, GLsizei *length, GLchar *out)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program;
    const struct emu_block *block = find_block(ctx, name, index, "glGetActiveUniformBlockName", &program);

    if (!block)
        return;
    if (size < 0)
        emu_error(ctx, GL_INVALID_VALUE, "glGetActiveUniformBlockName: size %d", size);
    else
        emu_program_return_string(block->name, "", size, length, out);
}

static GLint members_of(const struct emu_executable *exe, GLint block, GLint *indices)
{
    GLint n = 0;

    for (size_t i = 0; i < exe->uniform_count; i++) {
        if (exe->uniforms[i].block != block)
            continue;
        if (indices)
            indices[n] = (GLint)i;
        n++;
    }
    return n;
}

/* Stages that ES knows only by its interface queries. */
static void referenced(GLuint name, GLuint index, GLenum prop, GLint *params)
{
    emu_GetProgramResourceiv(name, GL_UNIFORM_BLOCK, index, 1, &prop, 1, NULL, params);
}

void emu_GetActiveUniformBlockiv(GLuint name, GLuint index, GLenum pname, GLint *params)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program;
    const struct emu_block *block = find_block(ctx, name, index, "glGetActiveUniformBlockiv", &program);

    if (!block)
        return;
    switch (pname) {
    case GL_UNIFORM_BLOCK_BINDING:
        *params = block->binding;
        break;
    case GL_UNIFORM_BLOCK_NAME_LENGTH:
        *params = (GLint)strlen(block->name) + 1;
        break;
    case GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS:
        *params = members_of(program->exe, (GLint)index, NULL);
        break;
    case GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES:
        members_of(program->exe, (GLint)index, params);
        break;
    case GL_UNIFORM_BLOCK_DATA_SIZE:
        if (block->glsl->fields) {
            *params = block->glsl->size;
            break;
        }
        /* fall through */
    case GL_UNIFORM_BLOCK_REFERENCED_BY_VERTEX_SHADER:
    case GL_UNIFORM_BLOCK_REFERENCED_BY_FRAGMENT_SHADER:
        ctx->es->GetActiveUniformBlockiv(program->exe->es, block->es_index, pname, params);
        break;
    case GL_UNIFORM_BLOCK_REFERENCED_BY_TESS_CONTROL_SHADER:
        referenced(name, index, GL_REFERENCED_BY_TESS_CONTROL_SHADER, params);
        break;
    case GL_UNIFORM_BLOCK_REFERENCED_BY_TESS_EVALUATION_SHADER:
        referenced(name, index, GL_REFERENCED_BY_TESS_EVALUATION_SHADER, params);
        break;
    case GL_UNIFORM_BLOCK_REFERENCED_BY_GEOMETRY_SHADER:
        referenced(name, index, GL_REFERENCED_BY_GEOMETRY_SHADER, params);
        break;
    case GL_UNIFORM_BLOCK_REFERENCED_BY_COMPUTE_SHADER:
        referenced(name, index, GL_REFERENCED_BY_COMPUTE_SHADER, params);
        break;
    default:
        emu_error(ctx, GL_INVALID_ENUM, "glGetActiveUniformBlockiv: pname 0x%x", pname);
    }
}

void emu_UniformBlockBinding(GLuint name, GLuint index, GLuint binding)
{
    struct emu_context *ctx = emu_current;
    struct emu_program *program;
    struct emu_block *block = find_block(ctx, name, index, "glUniformBlockBinding", &program);

    if (!block)
        return;
    if ((int64_t)binding >= ctx->caps->max_uniform_buffer_bindings) {
        emu_error(ctx, GL_INVALID_VALUE, "glUniformBlockBinding: binding %u", binding);
        return;
    }
    block->binding = block->es_binding = (GLint)binding;
    program->exe->values++;
    if (program->exe->variant->blocks[index] != GL_INVALID_INDEX)
        ctx->es->UniformBlockBinding(program->es, program->exe->variant->blocks[index], binding);
}
