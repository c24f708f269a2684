/* SPDX-License-Identifier: MIT */
/* Tests of uniform locations and programs that are numbered otherwise here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "player_test.h"

/* Program 1 (replay 101), linked and in use. */
static void add_program(void)
{
    add_context();
    add("glCreateProgram()", "=i", 1);
    add("glLinkProgram(program)", "i", 1);
    add("glUseProgram(program)", "i", 1);
}

static void learn(const char *name, int location)
{
    add("glGetUniformLocation(program,name)", "is=i", 1, name, location);
}

static void uniform(int location, int value)
{
    add("glUniform1i(location,v0)", "ii", location, value);
}

static void test_location_becomes_that_of_the_same_name(void **state)
{
    (void)state;
    fake.reverse = 1;
    add_program();
    learn("u0", 0);
    learn("u3", 3);
    uniform(3, 33);
    uniform(0, 11);
    uniform(3, 34);
    play();
    assert_called("Uniform1i 60 33\nUniform1i 90 11\nUniform1i 60 34\n");
}

static void test_minus_one_stays_minus_one(void **state)
{
    (void)state;
    add_program();
    learn("u5", -1);
    uniform(-1, 1);
    play();
    assert_called("Uniform1i -1 1\n");
}

static void test_uniform_missing_here_goes_nowhere(void **state)
{
    (void)state;
    add_program();
    learn("gone", 2);
    uniform(2, 1);
    play();
    assert_called("Uniform1i -1 1\n");
}

static void test_array_elements_follow_their_array(void **state)
{
    (void)state;
    add_program();
    learn("arr", 5);
    uniform(5, 0);
    uniform(7, 1);
    play();
    assert_called("Uniform1i 200 0\nUniform1i 202 1\n");
}

static void test_explicit_location_is_not_shifted_by_a_lower_one(void **state)
{
    (void)state;
    add_program();
    learn("arr", 5);
    learn("u1", 0);
    uniform(40, 1);
    uniform(9, 2);
    uniform(1, 3);
    play();
    assert_called("Uniform1i 40 1\nUniform1i 9 2\nUniform1i 1 3\n");
}

static void test_location_learnt_later_replaces_what_was_assumed(void **state)
{
    (void)state;
    add_program();
    uniform(4, 1);
    learn("u4", 4);
    uniform(4, 2);
    play();
    assert_called("Uniform1i 4 1\n");
    assert_called("Uniform1i 40 2\n");
}

static void test_locations_are_asked_again_after_a_link(void **state)
{
    (void)state;
    add_program();
    learn("u4", 4);
    uniform(4, 1);
    add("glLinkProgram(program)", "i", 1);
    learn("u5", 4);
    uniform(4, 2);
    play();
    assert_called("Uniform1i 40 1\n");
    assert_called("Uniform1i 50 2\n");
}

static void test_program_uniforms_use_the_program_named(void **state)
{
    (void)state;
    add_program();
    learn("u2", 1);
    add("glUseProgram(program)", "i", 0);
    add("glProgramUniform1i(program,location,v0)", "iii", 1, 1, 5);
    play();
    assert_called("ProgramUniform1i 101 20 5\n");
}

static void test_pipeline_program_gets_the_uniforms_without_glUseProgram(void **state)
{
    (void)state;
    add_program();
    learn("u2", 1);
    add("glUseProgram(program)", "i", 0);
    add("glGenProgramPipelines(n,pipelines)", "i>1I", 1, 1, 6);
    add("glBindProgramPipeline(pipeline)", "i", 6);
    add("glActiveShaderProgram(pipeline,program)", "ii", 6, 1);
    uniform(1, 9);
    play();
    assert_called("ActiveShaderProgram 102 101\nUniform1i 20 9\n");
}

static void test_program_that_does_not_link_here_is_a_gap(void **state)
{
    (void)state;
    fake.link_fails = true;
    add_program();
    uniform(1, 1);
    play();
    assert_gap("glUseProgram", "the program does not link on this driver", 1);
    assert_called("UseProgram 0\n");
}

static void test_program_that_never_linked_is_used_as_it_was(void **state)
{
    (void)state;
    fake.link_fails = true;
    add_context();
    add("glCreateProgram()", "=i", 1);
    add("glLinkProgram(program)", "i", 1);
    add("glGetProgramiv(program,pname,params)", "ii>2I", 1, GL_LINK_STATUS, 1, 0);
    add("glUseProgram(program)", "i", 1);
    play();
    assert_no_gaps();
    assert_called("UseProgram 101\n");
}

static void test_block_index_becomes_that_of_the_same_name(void **state)
{
    (void)state;
    add_program();
    add("glGetUniformBlockIndex(program,uniformBlockName)", "is=i", 1, "B2", 0);
    add("glUniformBlockBinding(program,uniformBlockIndex,uniformBlockBinding)", "iii", 1, 0, 3);
    add("glUniformBlockBinding(program,uniformBlockIndex,uniformBlockBinding)", "iii", 1, 1, 4);
    play();
    assert_called("UniformBlockBinding 101 5 3\nUniformBlockBinding 101 1 4\n");
}

static void test_block_found_by_enumeration_is_tied_by_name(void **state)
{
    (void)state;
    add_program();
    add("glGetActiveUniformBlockName(program,index,bufSize,length,name)", "iii>4s", 1, 1, 64, "B0");
    add("glUniformBlockBinding(program,uniformBlockIndex,uniformBlockBinding)", "iii", 1, 1, 4);
    play();
    assert_called("UniformBlockBinding 101 7 4\n");
}

static void test_location_found_through_program_resources_is_tied_by_name(void **state)
{
    (void)state;
    add_program();
    add("glGetProgramResourceName(program,interface,index,bufSize,length,name)", "iiii>5s", 1, GL_UNIFORM, 8,
        64, "u6");
    add("glGetProgramResourceiv(program,interface,index,propCount,props,bufSize,length,params)", "iiiiIi>7I",
        1, GL_UNIFORM, 8, 2, 2, GL_TYPE, GL_LOCATION, 2, 2, GL_INT, 3);
    uniform(3, 1);
    play();
    assert_called("Uniform1i 60 1\n");
}

static void test_subroutines_become_those_of_the_same_name(void **state)
{
    (void)state;
    add_program();
    add("glGetSubroutineIndex(program,shadertype,name)", "iis=i", 1, GL_FRAGMENT_SHADER, "a", 0);
    add("glGetSubroutineIndex(program,shadertype,name)", "iis=i", 1, GL_FRAGMENT_SHADER, "b", 1);
    add("glUniformSubroutinesuiv(shadertype,count,indices)", "iiI", GL_FRAGMENT_SHADER, 2, 2, 1, 0);
    play();
    assert_called("UniformSubroutinesuiv 8b30 2 8 9\n");
}

static void test_subroutine_uniforms_become_those_of_the_same_name(void **state)
{
    (void)state;
    add_program();
    add("glGetSubroutineIndex(program,shadertype,name)", "iis=i", 1, GL_FRAGMENT_SHADER, "a", 0);
    add("glGetSubroutineIndex(program,shadertype,name)", "iis=i", 1, GL_FRAGMENT_SHADER, "b", 1);
    add("glGetSubroutineUniformLocation(program,shadertype,name)", "iis=i", 1, GL_FRAGMENT_SHADER, "x", 0);
    add("glGetSubroutineUniformLocation(program,shadertype,name)", "iis=i", 1, GL_FRAGMENT_SHADER, "y", 1);
    add("glUniformSubroutinesuiv(shadertype,count,indices)", "iiI", GL_FRAGMENT_SHADER, 2, 2, 1, 0);
    play();
    assert_called("UniformSubroutinesuiv 8b30 2 9 8\n");
}

static void test_shader_source_keeps_its_length(void **state)
{
    (void)state;
    add_context();
    add("glCreateShader(type)", "i=i", GL_VERTEX_SHADER, 4);
    add("glShaderSource(shader,count,string,length)", "iiSn", 4, 1, "void main(){}");
    play();
    assert_called("ShaderSource 101 1 \"void main(){}\" 13\n");
}

static void test_name_of_a_new_program_does_not_keep_old_locations(void **state)
{
    (void)state;
    add_program();
    learn("u4", 4);
    uniform(4, 1);
    add("glUseProgram(program)", "i", 0);
    add("glDeleteProgram(program)", "i", 1);
    add("glCreateProgram()", "=i", 1);
    add("glLinkProgram(program)", "i", 1);
    add("glUseProgram(program)", "i", 1);
    uniform(4, 2);
    fake.table.DeleteProgram = fake_UseProgram; /* any function with that signature */
    play();
    assert_called("Uniform1i 40 1\n");
    assert_called("UseProgram 102\nUniform1i 4 2\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PLAYER_TEST(test_location_becomes_that_of_the_same_name),
        PLAYER_TEST(test_minus_one_stays_minus_one),
        PLAYER_TEST(test_uniform_missing_here_goes_nowhere),
        PLAYER_TEST(test_array_elements_follow_their_array),
        PLAYER_TEST(test_explicit_location_is_not_shifted_by_a_lower_one),
        PLAYER_TEST(test_location_learnt_later_replaces_what_was_assumed),
        PLAYER_TEST(test_locations_are_asked_again_after_a_link),
        PLAYER_TEST(test_program_uniforms_use_the_program_named),
        PLAYER_TEST(test_pipeline_program_gets_the_uniforms_without_glUseProgram),
        PLAYER_TEST(test_program_that_does_not_link_here_is_a_gap),
        PLAYER_TEST(test_program_that_never_linked_is_used_as_it_was),
        PLAYER_TEST(test_block_index_becomes_that_of_the_same_name),
        PLAYER_TEST(test_block_found_by_enumeration_is_tied_by_name),
        PLAYER_TEST(test_location_found_through_program_resources_is_tied_by_name),
        PLAYER_TEST(test_subroutines_become_those_of_the_same_name),
        PLAYER_TEST(test_subroutine_uniforms_become_those_of_the_same_name),
        PLAYER_TEST(test_shader_source_keeps_its_length),
        PLAYER_TEST(test_name_of_a_new_program_does_not_keep_old_locations),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
