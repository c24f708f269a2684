/* SPDX-License-Identifier: MIT */
/* Products of vectors and matrices of doubles. Drivers inline every call: a product of matrices written out
 * would be a hundred multiplications, some 30 ms each in LLVM. So products are loops over arrays in functions
 * of the library, which take all components of a matrix one after the other, column by column. But not too
 * many: llvmpipe counts the rounds of all loops of a shader in one variable, and what LLVM makes of its value
 * takes twice as long with each loop (12 of them: 8 s, 16: 90 s). */
#include "emu/glsl_wide_priv.h"

#include <spirv_cross/spirv.h>
#include <string.h>

enum { MOST = 16, FEW = 4, MANY_LOOPS = 6 };

static uint32_t array_type(struct wide *w)
{
    const uint32_t operands[] = {w->pair, glsl_wide_uint(w, MOST)};

    return glsl_need(&w->b, SpvOpTypeArray, operands, 2);
}

/* n components as an array of as many as a matrix has at most. */
static uint32_t to_array(struct wide *w, const uint32_t *parts, uint32_t n)
{
    uint32_t all[MOST], zero = glsl_wide_constant(w, 0);

    for (uint32_t i = 0; i < MOST; i++)
        all[i] = i < n ? parts[i] : zero;
    return glsl_wide_write(w, SpvOpCompositeConstruct, array_type(w), all, MOST);
}

static void from_array(struct wide *w, uint32_t array, uint32_t *parts, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        parts[i] = WIDE(w, SpvOpCompositeExtract, w->pair, array, i);
}

/* Written out: row r of a, column c of b. */
static uint32_t sum_of_products(struct wide *w, const uint32_t *a, uint32_t step, const uint32_t *b,
                                uint32_t n)
{
    uint32_t sum = CALL(w, "f64_mul", w->pair, a[0], b[0]);

    for (uint32_t i = 1; i < n; i++)
        sum = CALL(w, "f64_add", w->pair, sum, CALL(w, "f64_mul", w->pair, a[i * step], b[i]));
    return sum;
}

void glsl_wide_product(struct wide *w, const uint32_t *a, const uint32_t *b, uint32_t rows, uint32_t inner,
                       uint32_t columns, uint32_t *out)
{
    uint32_t left, right, array;

    if (rows * inner * columns <= FEW || w->loops >= MANY_LOOPS) {
        for (uint32_t c = 0; c < columns; c++)
            for (uint32_t r = 0; r < rows; r++)
                out[c * rows + r] = sum_of_products(w, &a[r], rows, &b[c * inner], inner);
        return;
    }
    w->loops++;
    left = to_array(w, a, rows * inner);
    right = to_array(w, b, inner * columns);
    array = CALL(w, "f64_matmul", array_type(w), left, right, glsl_wide_uint(w, rows),
                 glsl_wide_uint(w, inner), glsl_wide_uint(w, columns));
    from_array(w, array, out, rows * columns);
}

/* A matrix of the module out of its components. */
static uint32_t join_columns(struct wide *w, uint32_t type, const uint32_t *parts)
{
    struct wide_shape shape = glsl_wide_shape(w->m, type);
    uint32_t columns[4];

    for (uint32_t c = 0; c < shape.columns; c++)
        columns[c] = glsl_wide_join(w, glsl_def(w->m, type)[2], &parts[c * shape.rows]);
    return glsl_wide_write(w, SpvOpCompositeConstruct, type, columns, shape.columns);
}

static void finish(struct wide *w, const uint32_t *ins, const uint32_t *parts)
{
    struct wide_shape shape = glsl_wide_shape(w->m, ins[1]);

    glsl_wide_result(w, ins,
                     shape.columns > 1 ? join_columns(w, ins[1], parts) : glsl_wide_join(w, ins[1], parts));
}

/* rows x inner times inner x columns; a vector is a column on the right and a row on the left. */
static void multiply(struct wide *w, const uint32_t *ins)
{
    struct wide_shape a = glsl_wide_shape_of(w, ins[3]), b = glsl_wide_shape_of(w, ins[4]);
    uint32_t left[MOST], right[MOST], out[MOST], rows = a.rows, inner = b.rows, columns = b.columns;

    if (GLSL_OP(ins[0]) == SpvOpVectorTimesMatrix || GLSL_OP(ins[0]) == SpvOpDot)
        rows = 1;
    if (GLSL_OP(ins[0]) == SpvOpOuterProduct) {
        inner = 1;
        columns = b.rows;
    }
    glsl_wide_split(w, ins[3], left);
    glsl_wide_split(w, ins[4], right);
    glsl_wide_product(w, left, right, rows, inner, columns, out);
    finish(w, ins, out);
}

static void scale(struct wide *w, const uint32_t *ins)
{
    uint32_t parts[MOST], out[MOST], n = glsl_wide_split(w, ins[3], parts);

    /* A column of components times a single one; a few of them are shorter written out. */
    if (glsl_wide_shape(w->m, ins[1]).columns > 1)
        glsl_wide_product(w, parts, &ins[4], n, 1, 1, out);
    else
        for (uint32_t i = 0; i < n; i++)
            out[i] = CALL(w, "f64_mul", w->pair, parts[i], ins[4]);
    finish(w, ins, out);
}

static void transpose(struct wide *w, const uint32_t *ins)
{
    struct wide_shape shape = glsl_wide_shape_of(w, ins[3]);
    uint32_t parts[MOST], out[MOST];

    glsl_wide_split(w, ins[3], parts);
    for (uint32_t c = 0; c < shape.columns; c++)
        for (uint32_t r = 0; r < shape.rows; r++)
            out[r * shape.columns + c] = parts[c * shape.rows + r];
    finish(w, ins, out);
}

void glsl_wide_square(struct wide *w, const uint32_t *ins, uint32_t matrix, bool inverse)
{
    struct wide_shape shape = glsl_wide_shape_of(w, matrix);
    uint32_t parts[MOST], n = glsl_wide_split(w, matrix, parts), array, size;

    w->loops += 3;
    array = to_array(w, parts, n);
    size = glsl_wide_uint(w, shape.rows);
    if (inverse) {
        from_array(w, CALL(w, "f64_inverse", array_type(w), array, size), parts, n);
        finish(w, ins, parts);
    } else {
        glsl_wide_result(w, ins, CALL(w, "f64_determinant", w->pair, array, size));
    }
}

bool glsl_wide_matrix(struct wide *w, const uint32_t *ins)
{
    switch (GLSL_OP(ins[0])) {
    case SpvOpVectorTimesScalar:
    case SpvOpMatrixTimesScalar:
        if (!glsl_wide_shape_of(w, ins[3]).base)
            return false;
        scale(w, ins);
        return true;
    case SpvOpVectorTimesMatrix:
    case SpvOpMatrixTimesVector:
    case SpvOpMatrixTimesMatrix:
    case SpvOpOuterProduct:
    case SpvOpDot:
        if (!glsl_wide_shape_of(w, ins[3]).base)
            return false;
        multiply(w, ins);
        return true;
    case SpvOpTranspose:
        if (!glsl_wide_shape_of(w, ins[3]).base)
            return false;
        transpose(w, ins);
        return true;
    default:
        return false;
    }
}

/* A sum begins with -0, which leaves its first product as it is. The inverse and the determinant are by
 * minors: those of 3 by 3 as sums over the permutations. Parameters are const, so that they are passed by
 * value; what a computed index reads is copied once. */
const char glsl_wide_matrix_lib[] =
    "uvec2[16] retrace_f64_matmul(const uvec2 x[16],const uvec2 y[16],const uint rows,const uint inner,"
    "const uint columns){uvec2 a[16]=x,b[16]=y,r[16],s=uvec2(0u);"
    "for(uint t=0u;t<rows*inner*columns;t++){"
    "uint k=t%inner,i=t/inner%rows,c=t/inner/rows;"
    "uvec2 p=retrace_f64_mul(a[k*rows+i],b[c*inner+k]);"
    "s=retrace_f64_add(k==0u?uvec2(0u,0x80000000u):s,p);"
    "r[c*rows+i]=s;}return r;}\n"
    /* Where component (row, column) of the matrix without row i and column j is. */
    "uint retrace_w_minor_at(const uint n,const uint i,const uint j,const uint row,const uint column){"
    "return (column<j?column:column+1u)*n+(row<i?row:row+1u);}\n"
    "uvec2 retrace_w_cofactor(const uvec2 x[16],const uint n,const uint i,const uint j){"
    "uvec2 m[16]=x,s=uvec2(0u,0x80000000u);"
    "uint terms=n==2u?1u:n==3u?2u:6u;"
    "for(uint t=0u;t<terms;t++){"
    "uint c0=n==4u?t>>1u:t,c1=n==4u?(c0+1u+(t&1u))%3u:1u-t,c2=3u-c0-c1;"
    "uvec2 p=m[retrace_w_minor_at(n,i,j,0u,c0)];"
    "for(uint k=1u;k<n-1u;k++)p=retrace_f64_mul(p,m[retrace_w_minor_at(n,i,j,k,k==1u?c1:c2)]);"
    "if((t&1u)!=0u)p.y^=0x80000000u;"
    "s=retrace_f64_add(s,p);}"
    "if(((i+j)&1u)!=0u)s.y^=0x80000000u;return s;}\n"
    "uvec2 retrace_f64_determinant(const uvec2 x[16],const uint n){uvec2 m[16]=x,s=uvec2(0u,0x80000000u);"
    "for(uint k=0u;k<n;k++)s=retrace_f64_add(s,retrace_f64_mul(m[k*n],retrace_w_cofactor(x,n,0u,k)));"
    "return s;}\n"
    "uvec2[16] retrace_f64_inverse(const uvec2 x[16],const uint n){uvec2 m[16]=x,r[16],d=uvec2(0u,"
    "0x80000000u);"
    "for(uint c=0u;c<n;c++)for(uint i=0u;i<n;i++){"
    "r[c*n+i]=retrace_w_cofactor(x,n,c,i);"
    "if(c==0u)d=retrace_f64_add(d,retrace_f64_mul(m[i*n],r[i]));}"
    "for(uint k=0u;k<n*n;k++)r[k]=retrace_f64_div(r[k],d);return r;}\n";
