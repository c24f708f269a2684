/* SPDX-License-Identifier: MIT */
/* MD5 through OpenSSL: a checksum that every other tool of the field prints too, not a defence. */
#include "digest.h"

#include <openssl/evp.h>
#include <stdio.h>

static void to_hex(const unsigned char *md, unsigned size, char hex[33])
{
    for (unsigned i = 0; i < size && i < 16; i++)
        snprintf(hex + 2 * i, 3, "%02x", md[i]);
}

bool digest_md5(const void *data, size_t size, char hex[33])
{
    unsigned char md[EVP_MAX_MD_SIZE];
    unsigned n = 0;

    hex[0] = 0;
    if (!EVP_Digest(data, size, md, &n, EVP_md5(), NULL))
        return false;
    to_hex(md, n, hex);
    return true;
}

bool digest_md5_file(const char *path, char hex[33])
{
    unsigned char md[EVP_MAX_MD_SIZE], buf[65536];
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    FILE *file = fopen(path, "rb");
    bool ok = ctx && file && EVP_DigestInit_ex(ctx, EVP_md5(), NULL);
    unsigned n = 0;
    size_t got;

    hex[0] = 0;
    while (ok && (got = fread(buf, 1, sizeof buf, file)) > 0)
        ok = EVP_DigestUpdate(ctx, buf, got);
    ok = ok && !ferror(file) && EVP_DigestFinal_ex(ctx, md, &n);
    if (ok)
        to_hex(md, n, hex);
    if (file)
        fclose(file);
    EVP_MD_CTX_free(ctx);
    return ok;
}
