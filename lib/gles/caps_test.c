/* SPDX-License-Identifier: MIT */
/* Tests of capabilities without a driver: the extension names, and caps and table made from a driver that
 * this file plays: a function table that claims a version and extensions and has any address. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "gles/gl_test.h"

#include "gles/mask.h"
#include "gl_tables.h"

#include <unistd.h>

/* --- the played driver --- */

static struct {
    const char *version;
    const char *const *extensions;
    const char *lacks; /* a function that has no address */
} fake;

static const GLubyte *fake_GetString(GLenum name)
{
    return (const GLubyte *)(name == GL_VERSION ? fake.version : "x");
}

static const GLubyte *fake_GetStringi(GLenum name, GLuint i)
{
    assert_int_equal(name, GL_EXTENSIONS);
    return (const GLubyte *)fake.extensions[i];
}

static void fake_GetIntegerv(GLenum name, GLint *v)
{
    assert_int_equal(name, GL_NUM_EXTENSIONS);
    for (*v = 0; fake.extensions[*v];)
        ++*v;
}

static void fake_GetInteger64v(GLenum name, GLint64 *v)
{
    *v = name == GL_MAX_TEXTURE_BUFFER_SIZE         ? 100000
         : name == GL_MAX_SHADER_STORAGE_BLOCK_SIZE ? 1ll << 40
                                                    : 16;
}

static void fake_GetIntegeri_v(GLenum name, GLuint i, GLint *v)
{
    assert_int_equal(name, GL_MAX_COMPUTE_WORK_GROUP_COUNT);
    *v = 100 + i;
}

/* As libglvnd does: something for every name. The value tells which name it was asked for. */
static void *fake_get_proc(void *priv, const char *name)
{
    (void)priv;
    if (fake.lacks && !strcmp(name, fake.lacks))
        return NULL;
#define HAVE(fn)                                                                                             \
    if (!strcmp(name, "gl" #fn))                                                                             \
        return (void *)fake_##fn;
    HAVE(GetString)
    HAVE(GetStringi)
    HAVE(GetIntegerv)
    HAVE(GetInteger64v)
    HAVE(GetIntegeri_v)
#undef HAVE
    return (void *)name;
}

static bool init(struct gl_test_log *log, struct gles_caps *caps, struct gles_table *table,
                 const char *version, const char *const *extensions, const char *words)
{
    struct gles_caps_limits limits;

    fake.version = version;
    fake.extensions = extensions;
    gl_test_log_init(log);
    assert_true(gles_caps_limits_parse(&limits, words, &log->log));
    gles_table_load(table, fake_get_proc, NULL);
    return gles_caps_init(caps, table, &limits, &log->log);
}

#define assert_is(pointer, name) assert_string_equal((const char *)(void *)(pointer), name)

#define NO_EXTENSIONS ((const char *const[]){NULL})

/* --- names against the registry --- */

static void test_caps_extension_names_are_in_the_registry(void **state)
{
    /* Registered after the copy that Debian 12 ships; each seen in ANGLE's own extension string or its
     * sources. */
    static const char *const young[] = {
        "GL_ANGLE_base_vertex_base_instance", "GL_ANGLE_clip_cull_distance", "GL_ANGLE_get_image",
        "GL_ANGLE_get_tex_level_parameter",   "GL_ANGLE_multi_draw",         "GL_ANGLE_polygon_mode",
        "GL_ANGLE_provoking_vertex"};
    const char *path = getenv("GLXML") ? getenv("GLXML") : "/usr/share/khronos-api/gl.xml";
    FILE *f = fopen(path, "r");
    char *xml = f ? calloc(1, 8 << 20) : NULL, want[128];

    (void)state;
    if (!xml)
        skip();
    assert_true(fread(xml, 1, (8 << 20) - 1, f) > 1000000);
    fclose(f);
    for (int i = 0; i < GLES_NONE; i++) {
        const char *hit;
        bool is_young = false;

        for (size_t k = 0; k < sizeof young / sizeof *young; k++)
            is_young |= !strcmp(young[k], gles_ext_name(i));
        snprintf(want, sizeof want, "<extension name=\"%s\"", gles_ext_name(i));
        hit = strstr(xml, want);
        if (!is_young && (!hit || !memmem(hit, strcspn(hit, ">"), "gles2", 5)))
            fail_msg("%s is no ES extension of gl.xml", gles_ext_name(i));
        if (i && strcmp(gles_ext_name(i - 1), gles_ext_name(i)) >= 0)
            fail_msg("%s is not sorted", gles_ext_name(i));
        assert_int_equal(gles_ext_find(gles_ext_name(i), strlen(gles_ext_name(i))), i);
    }
    free(xml);
}

static void test_caps_function_list_is_that_of_the_registry(void **state)
{
    const char *gen = getenv("GEN_ES") ? getenv("GEN_ES") : "scripts/gen_es.py";
    char cmd[256];

    (void)state;
    if (access(gen, R_OK) || access("/usr/share/khronos-api/gl.xml", R_OK))
        skip(); /* not run from the source tree */
    snprintf(cmd, sizeof cmd, "python3 %s /usr/share/khronos-api/gl.xml | cmp - lib/gles/es_functions.inc",
             gen);
    assert_int_equal(system(cmd), 0);
}

/* --- caps and table --- */

static void test_caps_of_es_30_have_no_later_function(void **state)
{
    struct gl_test_log log;
    struct gles_caps caps;
    struct gles_table t;

    (void)state;
    assert_true(init(&log, &caps, &t, "OpenGL ES 3.0 Fake", NO_EXTENSIONS, ""));
    assert_int_equal(caps.es, 30);
    assert_is(t.DrawElementsInstanced, "glDrawElementsInstanced");
    assert_null(t.DispatchCompute);
    assert_null(t.DrawElementsIndirect);
    assert_null(t.DrawElementsBaseVertex);
    assert_null(t.MultiDrawElementsIndirectEXT);
    assert_null(t.MultiDrawElementsEXT);
    assert_null(t.TexBuffer);
    assert_false(caps.has_es31);
    assert_false(caps.has_base_vertex);
    assert_int_equal(caps.max_vertex_storage_blocks, 0);
    assert_int_equal(caps.max_compute_groups[0], 0);
    assert_int_equal(caps.max_draw_buffers, 16);
}

static void test_caps_of_es_32_have_core_base_vertex_but_no_multi_draw(void **state)
{
    struct gl_test_log log;
    struct gles_caps caps;
    struct gles_table t;

    (void)state;
    assert_true(init(&log, &caps, &t, "OpenGL ES 3.2 Fake", NO_EXTENSIONS, ""));
    assert_true(caps.has_base_vertex);
    assert_is(t.DrawElementsBaseVertex, "glDrawElementsBaseVertex");
    assert_null(t.DrawElementsBaseVertexEXT);
    assert_null(t.MultiDrawElementsBaseVertexEXT);
    assert_false(caps.has_multi_draw_base_vertex);
    assert_false(caps.has_multi_draw_indirect);
    assert_int_equal(caps.max_texture_buffer_size, 100000);
    assert_int_equal(caps.max_storage_block_size, 1ll << 40);
    assert_int_equal(caps.max_compute_groups[2], 102);
}

static void test_caps_extension_function_stands_in_the_core_member(void **state)
{
    static const char *const ext[] = {"GL_OES_draw_elements_base_vertex", "GL_EXT_texture_buffer",
                                      "GL_OES_texture_view", NULL};
    struct gl_test_log log;
    struct gles_caps caps;
    struct gles_table t;

    (void)state;
    assert_true(init(&log, &caps, &t, "OpenGL ES 3.1", ext, ""));
    assert_true(caps.has_base_vertex);
    assert_is(t.DrawElementsBaseVertex, "glDrawElementsBaseVertexOES");
    assert_is(t.DrawElementsInstancedBaseVertex, "glDrawElementsInstancedBaseVertexOES");
    assert_null(t.DrawElementsBaseVertexEXT);
    assert_true(caps.has_texture_buffer);
    assert_is(t.TexBuffer, "glTexBufferEXT");
    assert_int_equal(caps.max_texture_buffer_size, 100000);
    assert_is(t.TextureViewEXT, "glTextureViewOES");
    assert_true(gles_caps_has(&caps, GLES_OES_texture_view));
    assert_false(gles_caps_has(&caps, GLES_EXT_texture_view));
    assert_false(gles_caps_has(&caps, GLES_NONE));
}

static void test_caps_multi_draw_base_vertex_needs_both_extensions(void **state)
{
    static const char *const one[] = {"GL_EXT_draw_elements_base_vertex", NULL};
    static const char *const other[] = {"GL_EXT_multi_draw_arrays", NULL};
    static const char *const both[] = {"GL_EXT_multi_draw_arrays", "GL_EXT_draw_elements_base_vertex", NULL};
    struct gl_test_log log;
    struct gles_caps caps;
    struct gles_table t;

    (void)state;
    assert_true(init(&log, &caps, &t, "OpenGL ES 3.2", one, ""));
    assert_null(t.MultiDrawElementsBaseVertexEXT);
    assert_false(caps.has_multi_draw_base_vertex);
    assert_true(init(&log, &caps, &t, "OpenGL ES 3.2", other, ""));
    assert_null(t.MultiDrawElementsBaseVertexEXT);
    assert_false(caps.has_multi_draw_base_vertex);
    assert_true(init(&log, &caps, &t, "OpenGL ES 3.2", both, ""));
    assert_is(t.MultiDrawElementsBaseVertexEXT, "glMultiDrawElementsBaseVertexEXT");
    assert_true(caps.has_multi_draw_base_vertex);
}

static const char *const MANY[] = {"GL_EXT_draw_elements_base_vertex",
                                   "GL_EXT_multi_draw_arrays",
                                   "GL_EXT_multi_draw_indirect",
                                   "GL_EXT_geometry_shader",
                                   "GL_OES_copy_image",
                                   "GL_XYZ_unheard_of",
                                   NULL};

static void test_caps_removed_extension_takes_its_functions_along(void **state)
{
    struct gl_test_log log;
    struct gles_caps caps;
    struct gles_table t;

    (void)state;
    assert_true(init(&log, &caps, &t, "OpenGL ES 3.2", MANY, "-GL_EXT_draw_elements_base_vertex"));
    assert_false(gles_caps_has(&caps, GLES_EXT_draw_elements_base_vertex));
    assert_null(t.DrawElementsBaseVertexEXT);
    assert_null(t.MultiDrawElementsBaseVertexEXT);
    assert_false(caps.has_multi_draw_base_vertex);
    assert_true(caps.has_base_vertex); /* core has it still */
    assert_is(t.DrawElementsBaseVertex, "glDrawElementsBaseVertex");
    assert_is(t.MultiDrawElementsIndirectEXT, "glMultiDrawElementsIndirectEXT");
    /* Together with the version, it is gone altogether. */
    assert_true(init(&log, &caps, &t, "OpenGL ES 3.2", MANY, "-GL_EXT_draw_elements_base_vertex,es=3.1"));
    assert_false(caps.has_base_vertex);
    assert_null(t.DrawElementsBaseVertex);
}

static void test_caps_lower_version_drops_functions_and_younger_extensions(void **state)
{
    struct gl_test_log log;
    struct gles_caps caps;
    struct gles_table t;

    (void)state;
    assert_true(init(&log, &caps, &t, "OpenGL ES 3.2", MANY, "es=3.0"));
    assert_int_equal(caps.es, 30);
    assert_null(t.DispatchCompute);
    assert_null(t.DrawElementsIndirect);
    assert_null(t.TexBuffer);
    assert_false(caps.has_geometry_shader); /* written for ES 3.1 */
    assert_null(t.MultiDrawElementsIndirectEXT);
    assert_null(t.FramebufferTexture);
    assert_true(caps.has_base_vertex); /* written for ES 2.0 */
    assert_is(t.DrawElementsBaseVertex, "glDrawElementsBaseVertexEXT");
    assert_is(t.CopyImageSubData, "glCopyImageSubDataOES");
    assert_int_equal(caps.max_compute_storage_blocks, 0);
}

static void test_caps_never_gain_by_a_word(void **state)
{
    struct gl_test_log log;
    struct gles_caps caps;
    struct gles_table t;

    (void)state;
    assert_true(init(&log, &caps, &t, "OpenGL ES 3.1", NO_EXTENSIONS, "es=3.2,max_vertex_storage_blocks=99"));
    assert_int_equal(caps.es, 31);
    assert_int_equal(caps.max_vertex_storage_blocks, 16);
    assert_null(t.DrawElementsBaseVertex);
    assert_true(init(&log, &caps, &t, "OpenGL ES 3.2", NO_EXTENSIONS,
                     "max_vertex_storage_blocks=0,max_compute_storage_blocks=3,max_texture_buffer_size=65536,"
                     "max_storage_block_size=1024"));
    assert_int_equal(caps.max_vertex_storage_blocks, 0);
    assert_int_equal(caps.max_compute_storage_blocks, 3);
    assert_int_equal(caps.max_texture_buffer_size, 65536);
    assert_int_equal(caps.max_storage_block_size, 1024);
}

static void test_caps_refuse_what_is_not_es_3(void **state)
{
    static const char *const bad[] = {"4.5 (Core Profile) Mesa", "OpenGL ES 2.0 x", "OpenGL ES-CM 1.1", ""};
    struct gl_test_log log;
    struct gles_caps caps;
    struct gles_table t;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(init(&log, &caps, &t, bad[i], NO_EXTENSIONS, ""));
        assert_logged(&log, "not an OpenGL ES 3 context");
    }
    /* A version from the future is taken as the newest known one. */
    assert_true(init(&log, &caps, &t, "OpenGL ES 4.0", NO_EXTENSIONS, ""));
    assert_int_equal(caps.es, 32);
}

static void test_caps_name_a_core_function_that_the_driver_lacks(void **state)
{
    struct gl_test_log log;
    struct gles_caps caps;
    struct gles_table t;

    (void)state;
    fake.lacks = "glDispatchCompute";
    assert_true(init(&log, &caps, &t, "OpenGL ES 3.1", NO_EXTENSIONS, ""));
    assert_logged(&log, "no glDispatchCompute, which OpenGL ES 3.1 promises");
    assert_true(init(&log, &caps, &t, "OpenGL ES 3.0", NO_EXTENSIONS, ""));
    assert_string_equal(log.text, "");
    fake.lacks = NULL;
}

static void test_caps_claim_without_its_function_is_dropped(void **state)
{
    static const char *const ext[] = {"GL_EXT_draw_elements_base_vertex", "GL_EXT_multi_draw_arrays",
                                      "GL_EXT_multi_draw_indirect", "GL_EXT_buffer_storage", NULL};
    struct gl_test_log log;
    struct gles_caps caps;
    struct gles_table t;

    (void)state;
    fake.lacks = "glMultiDrawElementsIndirectEXT";
    assert_true(init(&log, &caps, &t, "OpenGL ES 3.1", ext, ""));
    assert_false(caps.has_multi_draw_indirect);
    assert_false(gles_caps_has(&caps, GLES_EXT_multi_draw_indirect));
    assert_logged(&log, "claims multi_draw_indirect but has no glMultiDrawElementsIndirectEXT");
    assert_true(caps.has_multi_draw_base_vertex);
    assert_true(caps.has_buffer_storage);

    fake.lacks = "glMultiDrawElementsBaseVertexEXT";
    assert_true(init(&log, &caps, &t, "OpenGL ES 3.1", ext, ""));
    assert_false(caps.has_multi_draw_base_vertex);
    assert_true(caps.has_multi_draw_indirect);

    /* The extension's pointer stands in for a core one that is missing. */
    fake.lacks = "glDrawElementsBaseVertex";
    assert_true(init(&log, &caps, &t, "OpenGL ES 3.2", ext, ""));
    assert_true(caps.has_base_vertex);
    assert_is(t.DrawElementsBaseVertex, "glDrawElementsBaseVertexEXT");
    fake.lacks = NULL;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_caps_extension_names_are_in_the_registry),
        cmocka_unit_test(test_caps_function_list_is_that_of_the_registry),
        cmocka_unit_test(test_caps_of_es_30_have_no_later_function),
        cmocka_unit_test(test_caps_of_es_32_have_core_base_vertex_but_no_multi_draw),
        cmocka_unit_test(test_caps_extension_function_stands_in_the_core_member),
        cmocka_unit_test(test_caps_multi_draw_base_vertex_needs_both_extensions),
        cmocka_unit_test(test_caps_removed_extension_takes_its_functions_along),
        cmocka_unit_test(test_caps_lower_version_drops_functions_and_younger_extensions),
        cmocka_unit_test(test_caps_never_gain_by_a_word),
        cmocka_unit_test(test_caps_refuse_what_is_not_es_3),
        cmocka_unit_test(test_caps_claim_without_its_function_is_dropped),
        cmocka_unit_test(test_caps_name_a_core_function_that_the_driver_lacks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
