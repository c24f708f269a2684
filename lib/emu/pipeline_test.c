/* SPDX-License-Identifier: MIT */
/* Tests of program pipelines and separable programs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/program_test.h"

#define VERTEX                                                                                               \
    "#version 410 core\nout gl_PerVertex { vec4 gl_Position; }; layout(location = 0) out vec4 tint; "        \
    "uniform vec4 v;\n"                                                                                      \
    "void main() { tint = v; gl_Position = vec4(gl_VertexID == 1 ? 3. : -1., gl_VertexID == 2 ? 3. : -1., "  \
    "0., 1.); }\n"
#define FRAGMENT                                                                                             \
    "#version 410 core\nlayout(location = 0) in vec4 tint; out vec4 c; uniform vec4 f; void main() { c = "   \
    "tint + f; }\n"

static GLuint stage(GLenum type, const char *source)
{
    GLuint program = emu_CreateShaderProgramv(type, 1, &source);
    GLint ok = 0;

    emu_GetProgramiv(program, GL_LINK_STATUS, &ok);
    if (!ok)
        fail_msg("does not link: %s", info_of(program));
    return program;
}

static GLint get(GLuint pipeline, GLenum pname)
{
    GLint value = -99;

    emu_GetProgramPipelineiv(pipeline, pname, &value);
    return value;
}

static void test_pipeline_draws_with_the_programs_of_its_stages(void **state)
{
    PROGRAM_TEST(p);
    GLuint v = stage(GL_VERTEX_SHADER, VERTEX), f = stage(GL_FRAGMENT_SHADER, FRAGMENT), pipeline;

    emu_GenProgramPipelines(1, &pipeline);
    assert_false(emu_IsProgramPipeline(pipeline));
    emu_UseProgramStages(pipeline, GL_VERTEX_SHADER_BIT, v);
    emu_UseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, f);
    assert_true(emu_IsProgramPipeline(pipeline));
    emu_BindProgramPipeline(pipeline);
    assert_int_equal(p->ctx->program.vertex->name, v);
    assert_int_equal(get(pipeline, GL_VERTEX_SHADER), v);
    assert_int_equal(get(pipeline, GL_FRAGMENT_SHADER), f);
    assert_int_equal(get(pipeline, GL_GEOMETRY_SHADER), 0);
    emu_ProgramUniform4f(v, emu_GetUniformLocation(v, "v"), 1, 0, 0, 1);
    emu_ActiveShaderProgram(pipeline, f);
    assert_int_equal(get(pipeline, GL_ACTIVE_PROGRAM), f);
    emu_Uniform4f(emu_GetUniformLocation(f, "f"), 0, 1, 0, 0);
    draw_expect(p, 0xffff00ff);
    program_test_finish(p);
}

static void test_program_in_use_goes_before_the_pipeline(void **state)
{
    PROGRAM_TEST(p);
    GLuint v = stage(GL_VERTEX_SHADER, VERTEX), f = stage(GL_FRAGMENT_SHADER, FRAGMENT), pipeline, program;

    emu_CreateProgramPipelines(1, &pipeline);
    assert_true(emu_IsProgramPipeline(pipeline));
    emu_UseProgramStages(pipeline, GL_VERTEX_SHADER_BIT, v);
    emu_UseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, f);
    emu_BindProgramPipeline(pipeline);
    program = use_fragment("#version 330 core\nout vec4 c; void main() { c = vec4(0, 0, 1, 1); }\n");
    draw_expect(p, 0x0000ffff);
    assert_int_equal(p->ctx->program.vertex->name, program);
    emu_UseProgram(0);
    draw_expect(p, 0x00000000);
    assert_int_equal(p->ctx->program.vertex->name, v);
    program_test_finish(p);
}

static void test_program_deleted_in_a_pipeline_lives_as_long(void **state)
{
    PROGRAM_TEST(p);
    GLuint f = stage(GL_FRAGMENT_SHADER, FRAGMENT), pipeline;

    emu_GenProgramPipelines(1, &pipeline);
    emu_UseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, f);
    emu_DeleteProgram(f);
    assert_true(emu_IsProgram(f));
    emu_DeleteProgramPipelines(1, &pipeline);
    assert_false(emu_IsProgram(f));
    assert_false(emu_IsProgramPipeline(pipeline));
    emu_BindProgramPipeline(pipeline);
    expect_error(p, GL_INVALID_OPERATION);
    program_test_finish(p);
}

static void test_program_that_is_not_separable_is_invalid_operation(void **state)
{
    PROGRAM_TEST(p);
    GLuint program = use_fragment("#version 330 core\nout vec4 c; void main() { c = vec4(1); }\n"), pipeline;

    emu_GenProgramPipelines(1, &pipeline);
    emu_UseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, program);
    expect_error(p, GL_INVALID_OPERATION);
    emu_UseProgramStages(pipeline, 0x100, 0);
    expect_error(p, GL_INVALID_VALUE);
    emu_UseProgramStages(4711, GL_FRAGMENT_SHADER_BIT, 0);
    expect_error(p, GL_INVALID_OPERATION);
    program_test_finish(p);
}

static void test_shader_program_that_does_not_compile_has_its_log(void **state)
{
    PROGRAM_TEST(p);
    const char *bad = "#version 410 core\nvoid main() { nonsense; }\n";
    GLuint program = emu_CreateShaderProgramv(GL_VERTEX_SHADER, 1, &bad);
    GLint ok = 1, n = 1;

    assert_int_not_equal(program, 0);
    emu_GetProgramiv(program, GL_LINK_STATUS, &ok);
    assert_false(ok);
    assert_non_null(strstr(info_of(program), "nonsense"));
    emu_GetProgramiv(program, GL_ATTACHED_SHADERS, &n);
    assert_int_equal(n, 0);
    program_test_finish(p);
}

static void test_deleting_the_bound_pipeline_unbinds_it(void **state)
{
    PROGRAM_TEST(p);
    GLuint pipeline;

    emu_GenProgramPipelines(1, &pipeline);
    emu_BindProgramPipeline(pipeline);
    assert_non_null(p->ctx->program.pipeline);
    emu_DeleteProgramPipelines(1, &pipeline);
    assert_null(p->ctx->program.pipeline);
    program_test_finish(p);
}

static void test_programs_that_the_driver_does_not_let_meet_are_a_named_gap(void **state)
{
    PROGRAM_TEST(p);
    GLuint v = stage(GL_VERTEX_SHADER, VERTEX), f = stage(GL_FRAGMENT_SHADER, FRAGMENT), pipeline,
           other =
               stage(GL_FRAGMENT_SHADER, "#version 410 core\nlayout(location = 0) in vec3 tint; out vec4 c; "
                                         "void main() { c = vec4(tint, 1.); }\n");

    emu_GenProgramPipelines(1, &pipeline);
    emu_BindProgramPipeline(pipeline);
    emu_UseProgramStages(pipeline, GL_VERTEX_SHADER_BIT, v);
    emu_UseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, f);
    emu_program_prepare(p->ctx, GL_TRIANGLES);
    assert_int_equal(p->gaps.count, 0);
    emu_UseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, other);
    emu_program_prepare(p->ctx, GL_TRIANGLES);
    emu_program_prepare(p->ctx, GL_TRIANGLES);
    assert_int_equal(p->gaps.count, 1);
    assert_string_equal(p->gaps.items[0].function, "glUseProgramStages");
    assert_int_equal(p->gaps.items[0].count, 1); /* asked once, not at each draw */
    program_test_finish(p);
}

static void test_driver_without_pipelines_is_a_named_gap(void **state)
{
    PROGRAM_TEST_ON(p, true, 0);
    struct gles_table es = *p->es;
    GLuint pipeline;

    es.GenProgramPipelines = NULL;
    es.BindProgramPipeline = NULL;
    p->ctx->es = &es;
    emu_GenProgramPipelines(1, &pipeline);
    emu_BindProgramPipeline(pipeline);
    assert_int_equal(p->gaps.count, 1);
    assert_string_equal(p->gaps.items[0].function, "glBindProgramPipeline");
    assert_true(p->gaps.items[0].affects_draw);
    program_test_finish(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pipeline_draws_with_the_programs_of_its_stages),
        cmocka_unit_test(test_program_in_use_goes_before_the_pipeline),
        cmocka_unit_test(test_program_deleted_in_a_pipeline_lives_as_long),
        cmocka_unit_test(test_program_that_is_not_separable_is_invalid_operation),
        cmocka_unit_test(test_shader_program_that_does_not_compile_has_its_log),
        cmocka_unit_test(test_deleting_the_bound_pipeline_unbinds_it),
        cmocka_unit_test(test_programs_that_the_driver_does_not_let_meet_are_a_named_gap),
        cmocka_unit_test(test_driver_without_pipelines_is_a_named_gap),
    };

    return cmocka_run_group_tests(tests, gl_test_setup, gl_test_teardown);
}
