/* SPDX-License-Identifier: MIT */
/* The part of an executable that is not uniforms: inputs, outputs, varyings of transform feedback, built-ins
 * of fixed function. Cost: at link time, a driver query for each. */
#include "emu/program_priv.h"

#include <string.h>

static const struct glsl_variable *find_variable(const struct glsl_variable *list, size_t count,
                                                 const char *essl)
{
    GLint element;
    size_t n = emu_program_split_index(essl, &element);

    for (size_t i = 0; i < count; i++)
        if (!strncmp(list[i].essl, essl, n) && !list[i].essl[n])
            return &list[i];
    return NULL;
}

/* Fills one row from the driver's attribute `index`. False when it is not the application's to see. */
static bool read_input(struct emu_reflect *r, GLuint index, struct emu_variable *v)
{
    const struct glsl_output *glsl = r->exe->glsl;
    const struct glsl_variable *in;
    GLint size = 0, element;
    GLenum type = 0;
    size_t n;

    r->name[0] = '\0';
    r->es->GetActiveAttrib(r->program, index, r->size, NULL, &size, &type, r->name);
    n = emu_program_split_index(r->name, &element);
    *v = (struct emu_variable){.type = type, .array = element == 0, .size = size, .location = -1};
    in = find_variable(glsl->inputs, glsl->input_count, r->name);
    if (in) {
        v->name = in->name;
        v->type = in->type;
        if (in->array_size) { /* ESSL has no arrays of inputs: the driver sees the elements one by one */
            v->array = true;
            v->size = in->array_size;
        }
        v->location = r->es->GetAttribLocation(r->program, r->name);
        return true;
    }
    in = find_variable(glsl->compat_inputs, glsl->compat_input_count, r->name);
    if (!in && strncmp(r->name, "gl_", 3) != 0)
        return false;
    v->name = in ? in->name : emu_reflect_string(&r->exe->arena, r->name, n);
    return v->name != NULL;
}

/* What the driver does not know by name is taken to be active. */
static struct emu_variable of_source(const struct glsl_variable *v)
{
    return (struct emu_variable){
        .name = v->name,
        .type = v->type,
        .array = v->array_size != 0,
        .size = v->array_size ? v->array_size : 1,
        .location = v->location,
        .index = v->index,
        .component = v->component,
    };
}

static bool read_inputs(struct emu_reflect *r)
{
    struct emu_executable *exe = r->exe;
    GLint count = 0;

    r->es->GetProgramiv(r->program, GL_ACTIVE_ATTRIBUTES, &count);
    exe->inputs = emu_reflect_array(&exe->arena, (size_t)count + exe->glsl->input_count, sizeof *exe->inputs);
    for (GLint i = 0; exe->inputs && i < count; i++)
        exe->input_count += read_input(r, (GLuint)i, &exe->inputs[exe->input_count]);
    for (size_t i = 0; exe->inputs && i < exe->glsl->input_count; i++)
        if (exe->glsl->inputs[i].merged)
            exe->inputs[exe->input_count++] = of_source(&exe->glsl->inputs[i]);
    return exe->inputs != NULL;
}

/* gl_FragColor and gl_FragData are ordinary outputs in the ESSL; in GL they are built in and have no
 * location. */
static void hide_broadcast(struct emu_executable *exe, struct emu_variable *v)
{
    size_t n = strlen("retrace_");
    char *name;

    if (strncmp(v->name, "retrace_", n) != 0)
        return;
    name = arena_alloc(&exe->arena, strlen(v->name) + 1);
    v->name = name ? strcat(strcpy(name, "gl_"), v->name + n) : "gl_FragColor";
    v->location = v->index = -1;
}

static bool read_outputs(struct emu_executable *exe)
{
    const struct glsl_output *glsl = exe->glsl;

    exe->outputs = emu_reflect_array(&exe->arena, glsl->output_count, sizeof *exe->outputs);
    for (size_t i = 0; exe->outputs && i < glsl->output_count; i++) {
        exe->outputs[exe->output_count++] = of_source(&glsl->outputs[i]);
        hide_broadcast(exe, &exe->outputs[exe->output_count - 1]);
    }
    return exe->outputs != NULL;
}

static bool read_varyings(struct emu_reflect *r)
{
    struct emu_executable *exe = r->exe;
    const struct glsl_output *glsl = exe->glsl;
    GLuint index = 0;

    exe->xfb_mode = glsl->xfb_mode;
    exe->xfb = emu_reflect_array(&exe->arena, glsl->xfb_count, sizeof *exe->xfb);
    for (size_t i = 0; exe->xfb && i < glsl->xfb_count; i++) {
        struct emu_variable *v = &exe->xfb[exe->xfb_count++];
        const char *name = glsl->xfb[i].name;

        *v = (struct emu_variable){.name = name, .type = GL_NONE, .location = -1};
        if (!strncmp(name, "gl_SkipComponents", 17))
            v->size = name[17] - '0';
        if (glsl->xfb[i].essl) {
            GLsizei size = 0;
            r->es->GetTransformFeedbackVarying(r->program, index, r->size, NULL, &size, &v->type, r->name);
            index += glsl->xfb[i].part_count ? (GLuint)glsl->xfb[i].part_count : 1;
            v->size = glsl->xfb[i].type ? glsl->xfb[i].size : size;
            v->type = glsl->xfb[i].type ? glsl->xfb[i].type : v->type;
        }
    }
    return exe->xfb != NULL;
}

static bool read_compat(struct emu_reflect *r)
{
    struct emu_executable *exe = r->exe;
    const struct glsl_output *glsl = exe->glsl;

    exe->compat_uniforms =
        emu_reflect_array(&exe->arena, glsl->compat_uniform_count, sizeof *exe->compat_uniforms);
    exe->compat_attribs =
        emu_reflect_array(&exe->arena, glsl->compat_input_count, sizeof *exe->compat_attribs);
    if (!exe->compat_uniforms || !exe->compat_attribs)
        return false;
    for (size_t i = 0; i < glsl->compat_uniform_count; i++) {
        const struct glsl_variable *v = &glsl->compat_uniforms[i];
        GLint location = v->type ? r->es->GetUniformLocation(r->program, v->essl) : -1;
        exe->compat_uniforms[exe->compat_uniform_count++] =
            (struct emu_compat_builtin){v->name, v->essl, v->type, v->array_size, location};
    }
    for (size_t i = 0; i < glsl->compat_input_count; i++) {
        const struct glsl_variable *v = &glsl->compat_inputs[i];
        GLint location = r->es->GetAttribLocation(r->program, v->essl);
        if (location >= 0)
            exe->compat_attribs[exe->compat_attrib_count++] =
                (struct emu_compat_builtin){v->name, v->essl, v->type, v->array_size, location};
    }
    return true;
}

bool emu_reflect_variables(struct emu_reflect *r)
{
    return read_inputs(r) && read_outputs(r->exe) && read_varyings(r) && read_compat(r);
}
