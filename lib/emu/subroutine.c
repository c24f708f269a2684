/* SPDX-License-Identifier: MIT */
/* Subroutine uniforms (OpenGL 4.0). The translation makes each of them an int uniform that holds the index of
 * the chosen function; here are their locations, indices and values. The choice is state of the context in
 * GL, lost at every glUseProgram, so it is reset there. Cost: none for programs without subroutines. */
#include "emu/program_priv.h"

#include <stdio.h>
#include <string.h>

enum { UNKNOWN = -1 }; /* the driver's value is not known to be the wanted one */

static GLint size_of(const struct glsl_subroutine *s)
{
    return s->array_size ? s->array_size : 1;
}

static void place(struct emu_subroutine_slot *slots, const struct glsl_subroutine *s, GLint location)
{
    for (GLint i = 0; i < size_of(s); i++)
        slots[location + i] = (struct emu_subroutine_slot){s, i, -1, (GLuint)UNKNOWN};
}

static GLint find_free(const struct emu_subroutine_slot *slots, GLint n)
{
    GLint start = 0;

    for (GLint at = 0; at - start < n; at++)
        if (slots[at].subroutine)
            start = at + 1;
    return start;
}

static bool init_stage(struct emu_executable *exe, enum glsl_stage stage)
{
    const struct glsl_output *glsl = exe->glsl;
    GLint count = 0, end = 0;
    struct emu_subroutine_slot *slots;

    for (size_t i = 0; i < glsl->subroutine_count; i++) {
        const struct glsl_subroutine *s = &glsl->subroutines[i];
        if (s->stage != stage)
            continue;
        count += size_of(s);
        if (s->location >= 0 && s->location + size_of(s) > end)
            end = s->location + size_of(s);
    }
    if (!count)
        return true;
    count += end;
    slots = emu_reflect_array(&exe->arena, (size_t)count, sizeof *slots);
    if (!slots)
        return false;
    for (int explicit = 1; explicit >= 0; explicit --)
        for (size_t i = 0; i < glsl->subroutine_count; i++) {
            const struct glsl_subroutine *s = &glsl->subroutines[i];
            if (s->stage == stage && (s->location >= 0) == (bool)explicit)
                place(slots, s, explicit ? s->location : find_free(slots, size_of(s)));
        }
    while (!slots[count - 1].subroutine)
        count--;
    exe->subroutines[stage] = slots;
    exe->subroutine_count[stage] = (size_t)count;
    return true;
}

bool emu_subroutine_init(struct emu_executable *exe)
{
    for (int i = 0; i < GLSL_STAGES && exe->glsl->subroutine_count; i++)
        if (!init_stage(exe, i))
            return false;
    return true;
}

static bool compatible(const struct glsl_subroutine *s, GLuint index)
{
    return index < s->function_count && s->functions[index];
}

static void choose(struct emu_context *ctx, struct emu_program *program, struct emu_subroutine_slot *slot,
                   GLuint index)
{
    if (slot->value == index)
        return;
    slot->value = index;
    if (slot->es >= 0)
        emu_uniform_set_int(ctx, program, slot->es, (GLint)index);
}

void emu_subroutine_locate(struct emu_context *ctx, struct emu_program *program)
{
    struct emu_executable *exe = program->exe;
    char name[512];

    for (int i = 0; i < GLSL_STAGES && exe->glsl->subroutine_count; i++)
        for (size_t j = 0; j < exe->subroutine_count[i]; j++) {
            struct emu_subroutine_slot *slot = &exe->subroutines[i][j];
            GLuint value = slot->value;

            if (!slot->subroutine)
                continue;
            snprintf(name, sizeof name, slot->subroutine->array_size ? "%s[%d]" : "%s",
                     slot->subroutine->essl, slot->element);
            slot->es = ctx->es->GetUniformLocation(program->es, name);
            slot->value = (GLuint)UNKNOWN;
            if (value != (GLuint)UNKNOWN)
                choose(ctx, program, slot, value);
        }
}

void emu_subroutine_reset(struct emu_context *ctx, struct emu_program *program)
{
    struct emu_executable *exe = program->exe;

    if (!exe->glsl->subroutine_count)
        return;
    for (int i = 0; i < GLSL_STAGES; i++)
        for (size_t j = 0; j < exe->subroutine_count[i]; j++) {
            struct emu_subroutine_slot *slot = &exe->subroutines[i][j];
            GLuint first = 0;

            if (!slot->subroutine)
                continue;
            while (first < slot->subroutine->function_count && !compatible(slot->subroutine, first))
                first++;
            choose(ctx, program, slot, first);
        }
}

/* ---- entry points ---- */

/* The program that draws with that stage, and the stage; NULL after an error. */
static struct emu_program *stage_program(struct emu_context *ctx, GLenum type, int *stage,
                                         const char *function)
{
    struct emu_program *program = ctx->program.current;

    *stage = emu_shader_stage(type);
    if (*stage < 0) {
        emu_error(ctx, GL_INVALID_ENUM, "%s: shader type 0x%x", function, type);
        return NULL;
    }
    if (!program && ctx->program.pipeline)
        program = ctx->program.pipeline->stages[*stage];
    if (!program || !program->linked) {
        emu_error(ctx, GL_INVALID_OPERATION, "%s: no program", function);
        return NULL;
    }
    return program;
}

void emu_UniformSubroutinesuiv(GLenum type, GLsizei count, const GLuint *indices)
{
    struct emu_context *ctx = emu_current;
    struct emu_subroutine_slot *slots;
    struct emu_program *program;
    int stage;

    program = stage_program(ctx, type, &stage, "glUniformSubroutinesuiv");
    if (!program)
        return;
    if (count < 0 || (size_t)count != program->exe->subroutine_count[stage]) {
        emu_error(ctx, GL_INVALID_VALUE, "glUniformSubroutinesuiv: count %d", count);
        return;
    }
    slots = program->exe->subroutines[stage];
    for (GLsizei i = 0; i < count; i++)
        if (slots[i].subroutine && !compatible(slots[i].subroutine, indices[i])) {
            emu_error(ctx,
                      indices[i] < slots[i].subroutine->function_count ? GL_INVALID_OPERATION
                                                                       : GL_INVALID_VALUE,
                      "glUniformSubroutinesuiv: index %u", indices[i]);
            return;
        }
    for (GLsizei i = 0; i < count; i++)
        if (slots[i].subroutine)
            choose(ctx, program, &slots[i], indices[i]);
}

void emu_GetUniformSubroutineuiv(GLenum type, GLint location, GLuint *params)
{
    struct emu_context *ctx = emu_current;
    int stage;
    const struct emu_program *program = stage_program(ctx, type, &stage, "glGetUniformSubroutineuiv");

    if (!program)
        return;
    if (location < 0 || (size_t)location >= program->exe->subroutine_count[stage])
        emu_error(ctx, GL_INVALID_VALUE, "glGetUniformSubroutineuiv: location %d", location);
    else
        *params = program->exe->subroutines[stage][location].value;
}

/* Linked program and stage of a query; NULL after an error. */
static struct emu_program *query(struct emu_context *ctx, GLuint name, GLenum type, int *stage,
                                 const char *function)
{
    struct emu_program *program = emu_program_lookup_linked(ctx, name, function);

    *stage = emu_shader_stage(type);
    if (!program || *stage >= 0)
        return program;
    emu_error(ctx, GL_INVALID_ENUM, "%s: shader type 0x%x", function, type);
    return NULL;
}

/* The name of function `index` of a stage; NULL when there is none. */
static const char *function_name(const struct glsl_output *glsl, int stage, GLuint index)
{
    for (size_t i = 0; i < glsl->subroutine_count; i++)
        if (glsl->subroutines[i].stage == (enum glsl_stage)stage && compatible(&glsl->subroutines[i], index))
            return glsl->subroutines[i].functions[index];
    return NULL;
}

static GLuint function_count(const struct glsl_output *glsl, int stage)
{
    GLuint count = 0;

    for (size_t i = 0; i < glsl->subroutine_count; i++)
        if (glsl->subroutines[i].stage == (enum glsl_stage)stage &&
            glsl->subroutines[i].function_count > count)
            count = (GLuint)glsl->subroutines[i].function_count;
    return count;
}

GLuint emu_GetSubroutineIndex(GLuint name, GLenum type, const GLchar *function)
{
    int stage;
    const struct emu_program *program = query(emu_current, name, type, &stage, "glGetSubroutineIndex");
    GLuint count = program ? function_count(program->exe->glsl, stage) : 0;

    for (GLuint i = 0; i < count; i++) {
        const char *other = function_name(program->exe->glsl, stage, i);
        if (other && !strcmp(other, function))
            return i;
    }
    return GL_INVALID_INDEX;
}

GLint emu_GetSubroutineUniformLocation(GLuint name, GLenum type, const GLchar *uniform)
{
    int stage;
    const struct emu_program *program =
        query(emu_current, name, type, &stage, "glGetSubroutineUniformLocation");
    GLint element;
    size_t n = emu_program_split_index(uniform, &element);

    for (size_t i = 0; program && i < program->exe->subroutine_count[stage]; i++) {
        const struct emu_subroutine_slot *slot = &program->exe->subroutines[stage][i];
        const struct glsl_subroutine *s = slot->subroutine;

        if (!s || strncmp(s->name, uniform, n) != 0 || s->name[n])
            continue;
        if (slot->element == (element < 0 ? 0 : element) && (element < 0 || s->array_size))
            return (GLint)i;
    }
    return -1;
}

/* The subroutine uniform with active index `index` of a stage; NULL when there is none. */
static const struct glsl_subroutine *uniform_at(const struct glsl_output *glsl, int stage, GLuint index)
{
    for (size_t i = 0; i < glsl->subroutine_count; i++)
        if (glsl->subroutines[i].stage == (enum glsl_stage)stage && index-- == 0)
            return &glsl->subroutines[i];
    return NULL;
}

void emu_GetActiveSubroutineUniformiv(GLuint name, GLenum type, GLuint index, GLenum pname, GLint *values)
{
    struct emu_context *ctx = emu_current;
    int stage;
    const struct emu_program *program = query(ctx, name, type, &stage, "glGetActiveSubroutineUniformiv");
    const struct glsl_subroutine *s = program ? uniform_at(program->exe->glsl, stage, index) : NULL;
    GLint n = 0;

    if (!program)
        return;
    if (!s) {
        emu_error(ctx, GL_INVALID_VALUE, "glGetActiveSubroutineUniformiv: index %u", index);
        return;
    }
    for (GLuint i = 0; i < s->function_count; i++) {
        if (!compatible(s, i))
            continue;
        if (pname == GL_COMPATIBLE_SUBROUTINES)
            values[n] = (GLint)i;
        n++;
    }
    if (pname == GL_NUM_COMPATIBLE_SUBROUTINES)
        *values = n;
    else if (pname == GL_UNIFORM_SIZE)
        *values = size_of(s);
    else if (pname == GL_UNIFORM_NAME_LENGTH)
        *values = (GLint)strlen(s->name) + (s->array_size ? 4 : 1);
    else if (pname != GL_COMPATIBLE_SUBROUTINES)
        emu_error(ctx, GL_INVALID_ENUM, "glGetActiveSubroutineUniformiv: pname 0x%x", pname);
}

void emu_GetActiveSubroutineUniformName(GLuint name, GLenum type, GLuint index, GLsizei size, GLsizei *length,
                                        GLchar *out)
{
    struct emu_context *ctx = emu_current;
    int stage;
    const struct emu_program *program = query(ctx, name, type, &stage, "glGetActiveSubroutineUniformName");
    const struct glsl_subroutine *s = program ? uniform_at(program->exe->glsl, stage, index) : NULL;

    if (!program)
        return;
    if (!s || size < 0)
        emu_error(ctx, GL_INVALID_VALUE, "glGetActiveSubroutineUniformName: index %u", index);
    else
        emu_program_return_string(s->name, s->array_size ? "[0]" : "", size, length, out);
}

void emu_GetActiveSubroutineName(GLuint name, GLenum type, GLuint index, GLsizei size, GLsizei *length,
                                 GLchar *out)
{
    struct emu_context *ctx = emu_current;
    int stage;
    const struct emu_program *program = query(ctx, name, type, &stage, "glGetActiveSubroutineName");
    const char *text = program ? function_name(program->exe->glsl, stage, index) : NULL;

    if (!program)
        return;
    if (!text || size < 0)
        emu_error(ctx, GL_INVALID_VALUE, "glGetActiveSubroutineName: index %u", index);
    else
        emu_program_return_string(text, "", size, length, out);
}

void emu_GetProgramStageiv(GLuint name, GLenum type, GLenum pname, GLint *values)
{
    struct emu_context *ctx = emu_current;
    int stage;
    const struct emu_program *program = query(ctx, name, type, &stage, "glGetProgramStageiv");
    const struct glsl_output *glsl = program ? program->exe->glsl : NULL;
    GLint uniforms = 0, longest_uniform = 0, longest_function = 0, n;
    const struct glsl_subroutine *s;

    if (!program)
        return;
    for (; (s = uniform_at(glsl, stage, (GLuint)uniforms)) != NULL; uniforms++) {
        n = (GLint)strlen(s->name) + (s->array_size ? 4 : 1);
        longest_uniform = n > longest_uniform ? n : longest_uniform;
    }
    for (GLuint i = 0; i < function_count(glsl, stage); i++) {
        const char *text = function_name(glsl, stage, i);
        n = text ? (GLint)strlen(text) + 1 : 0;
        longest_function = n > longest_function ? n : longest_function;
    }
    switch (pname) {
    case GL_ACTIVE_SUBROUTINES:
        *values = (GLint)function_count(glsl, stage);
        break;
    case GL_ACTIVE_SUBROUTINE_UNIFORMS:
        *values = uniforms;
        break;
    case GL_ACTIVE_SUBROUTINE_UNIFORM_LOCATIONS:
        *values = (GLint)program->exe->subroutine_count[stage];
        break;
    case GL_ACTIVE_SUBROUTINE_MAX_LENGTH:
        *values = longest_function;
        break;
    case GL_ACTIVE_SUBROUTINE_UNIFORM_MAX_LENGTH:
        *values = longest_uniform;
        break;
    default:
        emu_error(ctx, GL_INVALID_ENUM, "glGetProgramStageiv: pname 0x%x", pname);
    }
}
