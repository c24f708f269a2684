/* SPDX-License-Identifier: MIT */
/* Tests of object names in a replay: generated, bound only, deleted, given again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "player_test.h"

static void gen_buffers(int n, int first, int second)
{
    if (n == 1)
        add("glGenBuffers(n,buffers)", "i>1I", 1, 1, first);
    else
        add("glGenBuffers(n,buffers)", "i>1I", 2, 2, first, second);
}

static void test_generated_names_become_the_drivers(void **state)
{
    (void)state;
    add_context();
    gen_buffers(2, 5, 3);
    add("glBindBuffer(target,buffer)", "ii", GL_ARRAY_BUFFER, 3);
    add("glBindBuffer(target,buffer)", "ii", GL_ARRAY_BUFFER, 5);
    add("glBindBuffer(target,buffer)", "ii", GL_ARRAY_BUFFER, 0);
    play();
    assert_called("BindBuffer 8892 102\nBindBuffer 8892 101\nBindBuffer 8892 0\n");
    assert_no_gaps();
}

static void test_large_names_are_found_again(void **state)
{
    (void)state;
    add_context();
    gen_buffers(2, 2000000000, 1999999999);
    add("glBindBuffer(target,buffer)", "ii", GL_ARRAY_BUFFER, 1999999999);
    play();
    assert_called("BindBuffer 8892 102\n");
}

static void test_alias_uses_the_same_names(void **state)
{
    (void)state;
    add_context();
    add("glGenBuffersARB(n,buffers)", "i>1I", 1, 1, 9);
    add("glBindBuffer(target,buffer)", "ii", GL_ARRAY_BUFFER, 9);
    play();
    assert_called("BindBuffer 8892 101\n");
}

static void test_name_never_generated_is_generated_at_its_bind(void **state)
{
    (void)state;
    add_context();
    add("glBindTexture(target,texture)", "ii", GL_TEXTURE_2D, 42);
    add("glBindTexture(target,texture)", "ii", GL_TEXTURE_2D, 42);
    play();
    assert_called("GenTextures 1\nBindTexture de1 101\nBindTexture de1 101\n");
}

static void test_name_never_generated_is_invalid_in_core(void **state)
{
    (void)state;
    add_core_context();
    add("glBindTexture(target,texture)", "ii", GL_TEXTURE_2D, 42);
    play();
    assert_called("BindTexture de1 2147483646\n");
    assert_not_called("GenTextures");
}

static void test_framebuffer_never_generated_is_invalid(void **state)
{
    (void)state;
    add_context();
    add("glBindFramebuffer(target,framebuffer)", "ii", GL_FRAMEBUFFER, 1);
    play();
    assert_called("BindFramebuffer 8d40 2147483646\n");
}

static void test_name_given_again_after_deletion_is_the_new_object(void **state)
{
    (void)state;
    add_context();
    for (int round = 0; round < 30; round++) {
        gen_buffers(1, 1, 0);
        add("glDeleteBuffers(n,buffers)", "iI", 1, 1, 1);
    }
    gen_buffers(1, 1, 0);
    add("glBindBuffer(target,buffer)", "ii", GL_ARRAY_BUFFER, 1);
    play();
    assert_called("DeleteBuffers 130\nGenBuffers 1\nBindBuffer 8892 131\n");
}

static void test_deleted_name_is_no_object_any_more(void **state)
{
    (void)state;
    add_context();
    add("glGenTextures(n,textures)", "i>1I", 1, 1, 1);
    add("glDeleteTextures(n,textures)", "iI", 1, 1, 1);
    add("glBindTexture(target,texture)", "ii", GL_TEXTURE_2D, 1);
    play();
    assert_called("DeleteTextures 101\nGenTextures 1\nBindTexture de1 102\n");
}

static void test_deleting_what_never_was_deletes_nothing_real(void **state)
{
    (void)state;
    add_context();
    gen_buffers(1, 1, 0);
    add("glDeleteBuffers(n,buffers)", "iI", 2, 2, 101, 1);
    play();
    assert_called("DeleteBuffers 2147483646\nDeleteBuffers 101\n");
}

static void test_vertex_array_of_another_context_is_no_object(void **state)
{
    (void)state;
    add_context();
    add("glGenVertexArrays(n,arrays)", "i>1I", 1, 1, 2);
    add("glXCreateContext(dpy,vis,shareList,direct)", "pppi=p", ADDRESS(1), ADDRESS(2), ADDRESS(0x100), 1,
        ADDRESS(0x101));
    add("glXMakeCurrent(dpy,drawable,ctx)", "pip=i", ADDRESS(1), 7, ADDRESS(0x101), 1);
    add("glBindVertexArray(array)", "i", 2);
    play();
    assert_called("BindVertexArray 2147483646\n");
}

static void test_buffers_are_shared_by_contexts_that_share(void **state)
{
    (void)state;
    add_context();
    gen_buffers(1, 2, 0);
    add("glXCreateContext(dpy,vis,shareList,direct)", "pppi=p", ADDRESS(1), ADDRESS(2), ADDRESS(0x100), 1,
        ADDRESS(0x101));
    add("glXMakeCurrent(dpy,drawable,ctx)", "pip=i", ADDRESS(1), 7, ADDRESS(0x101), 1);
    add("glBindBuffer(target,buffer)", "ii", GL_ARRAY_BUFFER, 2);
    add("glXCreateContext(dpy,vis,shareList,direct)", "ppni=p", ADDRESS(1), ADDRESS(2), 1, ADDRESS(0x102));
    add("glXMakeCurrent(dpy,drawable,ctx)", "pip=i", ADDRESS(1), 7, ADDRESS(0x102), 1);
    add("glBindBuffer(target,buffer)", "ii", GL_ARRAY_BUFFER, 2);
    play();
    assert_called("current 2 draw 1 read 1\nBindBuffer 8892 101\n");
    assert_called("current 3 draw 1 read 1\nGenBuffers 1\nBindBuffer 8892 102\n");
}

static void test_copy_image_reads_names_by_target(void **state)
{
    (void)state;
    add_context();
    add("glGenTextures(n,textures)", "i>1I", 1, 1, 1);
    add("glGenRenderbuffers(n,renderbuffers)", "i>1I", 1, 1, 1);
    add("glCopyImageSubData(a,b,c,d,e,f,g,h,i,j,k,l,m,n,o)", "iiiiiiiiiiiiiii", 1, GL_TEXTURE_2D, 0, 0, 0, 0,
        1, GL_RENDERBUFFER, 0, 0, 0, 0, 4, 4, 1);
    play();
    assert_called("CopyImageSubData 101 de1 102 8d41\n");
}

/* Functions that the registry does not call aliases. */
static void test_what_only_a_suffix_tells_apart_takes_the_same_names(void **state)
{
    (void)state;
    add_context();
    add("glGenTexturesEXT(n,textures)", "i>1I", 1, 1, 1);
    add("glGenRenderbuffersEXT(n,renderbuffers)", "i>1I", 1, 1, 1);
    add("glCopyImageSubDataNV(a,b,c,d,e,f,g,h,i,j,k,l,m,n,o)", "iiiiiiiiiiiiiii", 1, GL_TEXTURE_2D, 0, 0, 0,
        0, 1, GL_RENDERBUFFER, 0, 0, 0, 0, 4, 4, 1);
    add("glGenVertexArraysAPPLE(n,arrays)", "i>1I", 1, 1, 2);
    add("glBindVertexArrayAPPLE(array)", "i", 2);
    play();
    assert_called("CopyImageSubData 101 de1 102 8d41\n");
    assert_called("BindVertexArray 103\n");
}

static void test_display_lists_keep_the_programs_names(void **state)
{
    static const uint8_t names[] = {3, 4};

    (void)state;
    add_context();
    add("glGenLists(range)", "i=i", 5, 77);
    add("glCallList(list)", "i", 79);
    add("glCallList(list)", "i", 0);
    add("glCallLists(n,type,lists)", "iib", 2, GL_UNSIGNED_BYTE, names, 2);
    add("glCallLists(n,type,lists)", "iib", 3, GL_UNSIGNED_BYTE, names, 2);
    play();
    assert_called("CallList 79\nCallList 0\nCallLists 2 1401 3\n");
    assert_gap("glCallLists", "client memory shorter than the call reads", 1);
}

static void test_array_of_names_shorter_than_its_count_is_refused(void **state)
{
    (void)state;
    add_context();
    add("glDeleteTextures(n,textures)", "iI", 1000, 2, 1, 2);
    play();
    assert_not_called("DeleteTextures");
    assert_gap("glDeleteTextures", "array shorter than the call reads", 1);
}

static void test_sync_of_one_thread_is_waited_for_on_another(void **state)
{
    (void)state;
    on_thread = 0;
    add_context();
    add("glFenceSync(condition,flags)", "ii=p", GL_SYNC_GPU_COMMANDS_COMPLETE, 0, ADDRESS(0xabc));
    on_thread = 1;
    add("glXCreateContext(dpy,vis,shareList,direct)", "pppi=p", ADDRESS(1), ADDRESS(2), ADDRESS(0x100), 1,
        ADDRESS(0x101));
    add("glXMakeCurrent(dpy,drawable,ctx)", "pip=i", ADDRESS(1), 8, ADDRESS(0x101), 1);
    add("glWaitSync(sync,flags,timeout)", "pii", ADDRESS(0xabc), 0, -1);
    add("glClientWaitSync(sync,flags,timeout)", "pii=i", ADDRESS(0xabc), 0, 0, GL_CONDITION_SATISFIED);
    add("glClientWaitSync(sync,flags,timeout)", "pii=i", ADDRESS(0xabc), 0, 0, GL_TIMEOUT_EXPIRED);
    add("glDeleteSync(sync)", "p", ADDRESS(0xabc));
    on_thread = 0;
    play();
    assert_called("FenceSync\n");
    assert_called("WaitSync 5065\nClientWaitSync 5065\nDeleteSync 5065\n");
    assert_int_equal(fake.waits, 1);
}

static void test_query_is_waited_for_once_its_program_had_the_result(void **state)
{
    (void)state;
    add_context();
    add("glGenQueries(n,ids)", "i>1I", 1, 1, 1);
    add("glGetQueryObjectuiv(id,pname,params)", "ii>2I", 1, GL_QUERY_RESULT_AVAILABLE, 1, 0);
    play();
    assert_not_called("GetQueryObjectuiv");
    player_test_teardown(NULL);
    player_test_setup(NULL);
    add_context();
    add("glGenQueries(n,ids)", "i>1I", 1, 1, 1);
    add("glGetQueryObjectuiv(id,pname,params)", "ii>2I", 1, GL_QUERY_RESULT_AVAILABLE, 1, 1);
    play();
    assert_called("GetQueryObjectuiv 101 8866\n");
}

static void test_more_names_than_the_trace_was_given_are_refused(void **state)
{
    (void)state;
    add_context();
    add("glGenBuffers(n,buffers)", "i>1I", 3, 2, 5, 6);
    add("glGenBuffers(n,buffers)", "i>1I", 1, 2, 5, 6);
    play();
    assert_gap("glGenBuffers", "array shorter than the call writes", 1);
    assert_called("GenBuffers 1\n");
    assert_not_called("GenBuffers 3\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PLAYER_TEST(test_more_names_than_the_trace_was_given_are_refused),
        PLAYER_TEST(test_generated_names_become_the_drivers),
        PLAYER_TEST(test_large_names_are_found_again),
        PLAYER_TEST(test_alias_uses_the_same_names),
        PLAYER_TEST(test_name_never_generated_is_generated_at_its_bind),
        PLAYER_TEST(test_name_never_generated_is_invalid_in_core),
        PLAYER_TEST(test_framebuffer_never_generated_is_invalid),
        PLAYER_TEST(test_name_given_again_after_deletion_is_the_new_object),
        PLAYER_TEST(test_deleted_name_is_no_object_any_more),
        PLAYER_TEST(test_deleting_what_never_was_deletes_nothing_real),
        PLAYER_TEST(test_vertex_array_of_another_context_is_no_object),
        PLAYER_TEST(test_buffers_are_shared_by_contexts_that_share),
        PLAYER_TEST(test_copy_image_reads_names_by_target),
        PLAYER_TEST(test_what_only_a_suffix_tells_apart_takes_the_same_names),
        PLAYER_TEST(test_display_lists_keep_the_programs_names),
        PLAYER_TEST(test_array_of_names_shorter_than_its_count_is_refused),
        PLAYER_TEST(test_sync_of_one_thread_is_waited_for_on_another),
        PLAYER_TEST(test_query_is_waited_for_once_its_program_had_the_result),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
