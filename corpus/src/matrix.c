/* SPDX-License-Identifier: MIT */
/* The handful of matrix functions that the corpus programs need; column-major, right-handed, as GL has it. */
#include "common.h"

#include <math.h>

struct mat4 mat4_identity(void)
{
    return (struct mat4){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
}

struct mat4 mat4_mul(struct mat4 a, struct mat4 b)
{
    struct mat4 r;
    for (int c = 0; c < 4; c++) {
        for (int row = 0; row < 4; row++) {
            float sum = 0;
            for (int k = 0; k < 4; k++)
                sum += a.m[k * 4 + row] * b.m[c * 4 + k];
            r.m[c * 4 + row] = sum;
        }
    }
    return r;
}

struct mat4 mat4_translate(float x, float y, float z)
{
    return (struct mat4){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1}};
}

struct mat4 mat4_scale(float x, float y, float z)
{
    return (struct mat4){{x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1}};
}

struct mat4 mat4_rotate_y(float radians)
{
    float s = sinf(radians), c = cosf(radians);
    return (struct mat4){{c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, 0, 0, 0, 1}};
}

struct mat4 mat4_ortho(float l, float r, float b, float t, float n, float f)
{
    return (struct mat4){{2 / (r - l), 0, 0, 0, 0, 2 / (t - b), 0, 0, 0, 0, -2 / (f - n), 0,
                          -(r + l) / (r - l), -(t + b) / (t - b), -(f + n) / (f - n), 1}};
}

struct mat4 mat4_perspective(float fovy_radians, float aspect, float n, float f)
{
    float y = 1 / tanf(fovy_radians / 2);
    return (struct mat4){
        {y / aspect, 0, 0, 0, 0, y, 0, 0, 0, 0, (f + n) / (n - f), -1, 0, 0, 2 * f * n / (n - f), 0}};
}

static void unit(float v[3])
{
    float len = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int i = 0; i < 3; i++)
        v[i] /= len;
}

static void cross(float out[3], const float a[3], const float b[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

struct mat4 mat4_look_at(const float eye[3], const float at[3], const float up[3])
{
    float f[3] = {at[0] - eye[0], at[1] - eye[1], at[2] - eye[2]}, s[3], u[3];
    unit(f);
    cross(s, f, up);
    unit(s);
    cross(u, s, f);
    struct mat4 r = {{s[0], u[0], -f[0], 0, s[1], u[1], -f[1], 0, s[2], u[2], -f[2], 0, 0, 0, 0, 1}};
    return mat4_mul(r, mat4_translate(-eye[0], -eye[1], -eye[2]));
}
