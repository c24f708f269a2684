/* SPDX-License-Identifier: MIT */
/* Tests of frames, snapshots and limits of a replay, over small captures written here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "log.h"
#include "player_test.h"

static uint64_t swap(void)
{
    return add("glXSwapBuffers(dpy,drawable)", "pi", ADDRESS(1), 7);
}

static uint64_t clear(int mask)
{
    return add("glClear(mask)", "i", mask);
}

static uint64_t snapshots[16];
static int snapshot_count;

static void take(void *priv, struct player *player, const struct trace_call *call)
{
    (void)priv, (void)player;
    snapshots[snapshot_count++ & 15] = call->no;
    fake_note("snapshot %s", call->fn->name);
}

static void test_frame_ends_before_its_swap_and_what_follows_the_last_is_none(void **state)
{
    uint64_t first, second;

    (void)state;
    add_context();
    clear(1);
    first = swap();
    clear(2);
    second = swap();
    clear(3);
    play();
    assert_int_equal(result.frames, 2);
    assert_int_equal(frame_count, 2);
    assert_int_equal(frame_calls[0], first);
    assert_int_equal(frame_calls[1], second);
    assert_called("Clear 1\nframe\nswap 1\nClear 2\nframe\nswap 1\nClear 3\n");
}

static void test_trace_without_swaps_is_one_frame_if_anything_drew(void **state)
{
    (void)state;
    add_context();
    clear(1);
    play();
    assert_int_equal(result.frames, 1);
    assert_true(frame_calls[0] == UINT64_MAX);
}

static void test_trace_that_draws_nothing_has_no_frame(void **state)
{
    (void)state;
    add_context();
    play();
    assert_int_equal(result.frames, 0);
}

static void test_snapshot_is_after_a_call_and_before_a_swap(void **state)
{
    char err[100];
    struct trace_callset *set = trace_callset_parse("2,3", err, sizeof err);

    (void)state;
    snapshot_count = 0;
    add_context();
    clear(1);
    swap();
    clear(2);
    play_with((struct replay_params){.snapshots = set, .snapshot = take});
    trace_callset_destroy(set);
    assert_called("Clear 1\nsnapshot glClear\nsnapshot glXSwapBuffers\nframe\nswap 1\n");
    assert_int_equal(snapshots[0], 2);
    assert_int_equal(snapshots[1], 3);
    assert_not_called("Clear 2"); /* nothing is wanted after the last snapshot */
}

static void test_replay_stops_after_so_many_frames(void **state)
{
    (void)state;
    add_context();
    for (int i = 1; i < 5; i++) {
        clear(i);
        swap();
    }
    play_with((struct replay_params){.max_frames = 2});
    assert_int_equal(result.frames, 2);
    assert_not_called("Clear 3");
}

static void test_call_that_never_returned_is_played_with_what_it_had(void **state)
{
    (void)state;
    add_context();
    trace_writer_enter(&trace, 0, signature_id("glGenBuffers(n,buffers)"), "glGenBuffers(n,buffers)");
    trace_writer_arg(&trace, 0);
    trace_writer_int(&trace, 1);
    trace_writer_end(&trace);
    trace_writer_enter(&trace, 0, signature_id("glCreateProgram()"), "glCreateProgram()");
    trace_writer_end(&trace);
    play();
    assert_called("GenBuffers 1\nCreateProgram\n");
    assert_int_equal(result.damage.status, TRACE_END);
}

static void test_damaged_trace_is_played_up_to_the_damage(void **state)
{
    (void)state;
    add_context();
    clear(1);
    trace_writer_byte(&trace, 0x55);
    play();
    assert_called("Clear 1\n");
    assert_int_equal(result.damage.status, TRACE_CORRUPT);
    assert_int_equal(result.frames, 1);
}

static void note_warning(void *priv, enum log_level level, const char *msg)
{
    (void)priv, (void)level, (void)msg;
    fake_note("damage found");
}

static void part_begins(void *priv)
{
    (void)priv;
    fake_note("part");
}

/* Clears, and after them damage, which is found when it is read. */
static void play_clears_before_damage(int n, struct replay_params params)
{
    const struct log log = {.write = note_warning, .max = LOG_WARN};

    add_context();
    for (int i = 1; i <= n; i++)
        clear(i);
    trace_writer_byte(&trace, 0x55);
    params.log = &log;
    play_with(params);
    assert_int_equal(result.damage.status, TRACE_CORRUPT);
}

static void test_timed_replay_reads_a_frame_before_it_plays_any_of_it(void **state)
{
    (void)state;
    play_clears_before_damage(1000, (struct replay_params){.part_begin = part_begins});
    assert_called("damage found\npart\n");
    assert_called("Clear 1\nClear 2\n");
    assert_called("Clear 3e7\nClear 3e8\n");
    assert_true(strstr(fake.text, "damage found") < strstr(fake.text, "Clear 1\n"));
    assert_int_equal(result.calls, 1002);
}

static void test_untimed_replay_reads_little_ahead(void **state)
{
    (void)state;
    play_clears_before_damage(1000, (struct replay_params){0});
    assert_not_called("damage found\nClear 1\n");
    assert_called("Clear 1\nClear 2\n");
    assert_called("Clear 200\nClear 201\n");
    assert_true(strstr(fake.text, "damage found") > strstr(fake.text, "Clear 200\n"));
    assert_called("Clear 3e7\nClear 3e8\n");
    assert_int_equal(result.calls, 1002);
}

static void test_unknown_function_is_a_gap_counted_once_each(void **state)
{
    (void)state;
    add_context();
    add("glNoSuchThing(a)", "i", 1);
    add("glNoSuchThing(a)", "i", 1);
    play();
    assert_gap("glNoSuchThing", "unknown function", 2);
}

static void test_function_the_driver_lacks_is_a_gap(void **state)
{
    (void)state;
    add_context();
    add("glLogicOp(opcode)", "i", GL_XOR);
    play();
    assert_gap("glLogicOp", "the driver has no such function", 1);
}

static void test_bindless_handles_are_a_gap(void **state)
{
    (void)state;
    add_context();
    add("glGetTextureHandleARB(texture)", "i=i", 1, 12345);
    add("glUniformHandleui64ARB(location,value)", "ii", 1, 12345);
    play();
    assert_gap("glGetTextureHandleARB", "bindless handles and addresses", 1);
    assert_gap("glUniformHandleui64ARB", "bindless handles and addresses", 1);
}

static void test_signature_with_too_few_arguments_is_a_gap(void **state)
{
    (void)state;
    add_context();
    add("glViewport(x)", "i", 1);
    play();
    assert_gap("glViewport", "fewer arguments than the function has", 1);
}

static void test_absent_arguments_are_zero(void **state)
{
    (void)state;
    add_context();
    add("glDrawArrays(mode,first,count)", "i-", 4);
    play();
    assert_called("DrawArrays 4 0 0\n");
}

/* Loops are whole replays: nothing of the one before, a deleted object least of all, is left for the next. */
static void test_second_replay_is_the_first_again(void **state)
{
    char first[sizeof fake.text];

    (void)state;
    add_context();
    add("glGenTextures(n,textures)", "i>1I", 1, 1, 3);
    add("glBindTexture(target,texture)", "ii", GL_TEXTURE_2D, 3);
    clear(1);
    swap();
    clear(2);
    add("glDeleteTextures(n,textures)", "iI", 1, 1, 3);
    swap();
    add("glXDestroyContext(dpy,ctx)", "pp", ADDRESS(1), ADDRESS(0x100));
    play();
    memcpy(first, fake.text, sizeof first);
    replay_result_finish(&result);
    fake.text[0] = '\0';
    fake.next = 100;
    fake.context_count = fake.drawable_count = 0;
    play();
    assert_string_equal(fake.text, first);
    assert_int_equal(result.frames, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PLAYER_TEST(test_second_replay_is_the_first_again),
        PLAYER_TEST(test_frame_ends_before_its_swap_and_what_follows_the_last_is_none),
        PLAYER_TEST(test_trace_without_swaps_is_one_frame_if_anything_drew),
        PLAYER_TEST(test_trace_that_draws_nothing_has_no_frame),
        PLAYER_TEST(test_snapshot_is_after_a_call_and_before_a_swap),
        PLAYER_TEST(test_replay_stops_after_so_many_frames),
        PLAYER_TEST(test_call_that_never_returned_is_played_with_what_it_had),
        PLAYER_TEST(test_damaged_trace_is_played_up_to_the_damage),
        PLAYER_TEST(test_timed_replay_reads_a_frame_before_it_plays_any_of_it),
        PLAYER_TEST(test_untimed_replay_reads_little_ahead),
        PLAYER_TEST(test_unknown_function_is_a_gap_counted_once_each),
        PLAYER_TEST(test_function_the_driver_lacks_is_a_gap),
        PLAYER_TEST(test_bindless_handles_are_a_gap),
        PLAYER_TEST(test_signature_with_too_few_arguments_is_a_gap),
        PLAYER_TEST(test_absent_arguments_are_zero),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
