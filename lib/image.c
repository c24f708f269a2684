/* SPDX-License-Identifier: MIT */
/* Pictures in and out through libpng's simplified interface. */
#include "image.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool image_write_png(const char *path, const uint8_t *rgba, int width, int height)
{
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = (png_uint_32)width,
                       .height = (png_uint_32)height,
                       .format = PNG_FORMAT_RGBA};

    if (png_image_write_to_file(&image, path, 0, rgba, 0, NULL))
        return true;
    unlink(path);
    return false;
}

uint8_t *image_read_png(const char *path, int *width, int *height)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    uint8_t *rgba;

    if (!png_image_begin_read_from_file(&image, path))
        return NULL;
    image.format = PNG_FORMAT_RGBA;
    rgba = malloc(PNG_IMAGE_SIZE(image));
    if (!rgba || !png_image_finish_read(&image, NULL, rgba, 0, NULL)) {
        png_image_free(&image);
        free(rgba);
        return NULL;
    }
    *width = (int)image.width;
    *height = (int)image.height;
    return rgba;
}

bool image_is_blank(const uint8_t *rgba, int width, int height)
{
    size_t pixels = (size_t)width * (size_t)height;

    for (size_t i = 1; i < pixels; i++)
        if (memcmp(rgba, rgba + i * 4, 4) != 0)
            return false;
    return true;
}

uint64_t image_difference(const uint8_t *a, const uint8_t *b, int width, int height, uint8_t *out)
{
    size_t pixels = (size_t)width * (size_t)height;
    uint64_t differing = 0;

    for (size_t i = 0; i < pixels; i++) {
        bool differs = memcmp(a + i * 4, b + i * 4, 4) != 0;
        for (int c = 0; c < 3; c++) {
            int d = abs(a[i * 4 + c] - b[i * 4 + c]);
            out[i * 4 + c] = (uint8_t)(d ? 64 + d * 191 / 255 : differs ? 32 : 0);
        }
        out[i * 4 + 3] = 255;
        differing += differs;
    }
    return differing;
}
