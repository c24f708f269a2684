# SPDX-License-Identifier: MIT
# uses a driver
# retrace bisect finds the build of an ordered list in which each planted fault came in: other pixels, a tier that draws nothing, a
# tier that is no longer offered, a slowdown, a crash. Builds that are missing or are another driver are stepped aside of.
. "$RETRACE_ROOT/cli/t/common"
lib=$RETRACE_BUILD/test/cli/t/libshim.so
ext=glMultiDrawElementsBaseVertexEXT
base=glDrawElementsBaseVertex,glDrawElementsBaseVertexEXT,glDrawElementsBaseVertexOES
tint='"SHIM_TINT": "1"' slow="\"SHIM_SLOW\": \"$base\", \"SHIM_SLOW_US\": \"8000\""
{
    comma=''
    echo '{ "drivers": ['
    entry b0 "$lib" ''
    entry b1 "$PWD/absent.so" ''
    entry b2 "$lib" ''
    entry b3 "$lib" "$tint"
    entry b4 "$lib" "$tint"
    entry b5 "$lib" "$tint, \"SHIM_DROP\": \"$ext\""
    entry b6 "$lib" '"SHIM_RENDERER": "Mali-G999"'
    entry b7 "$lib" "$tint, \"SHIM_DROP\": \"$ext\""
    entry b8 "$lib" "$tint, \"SHIM_DROP\": \"$ext\", $slow"
    entry b9 "$lib" "$tint, \"SHIM_CRASH\": \"$base\""
    entry e0 "$lib" ''
    entry e1 "$PWD/absent.so" ''
    entry e2 "$lib" "\"SHIM_HIDE\": \"$ext\""
    echo '] }'
} >drivers.json
search() {
    echo "$ $*"
    retrace bisect --drivers=drivers.json --no-native "$@" md_partial_primitives.trace >out 2>&1
    echo "=> $?"
    tail -1 out
}
search --good=b0 --bad=b4
grep -c 'other pixels' out
grep -c 'skipped' out
search --good=b0 --bad=b8 --metric=tier=ext
search --good=b0 --bad=b8 --metric=time --tier=basevertex --time-floor=20
search --good=b0 --bad=b9 --metric=tier=basevertex
echo 'one that is skipped is between'
search --good=e0 --bad=e2 --metric=tier=ext
echo 'the other way round'
search --good=b4 --bad=b2
echo 'no such question'
search --good=b0 --bad=b2
search --good=b5 --bad=b8 --metric=tier=ext
search --good=b0 --bad=b0
search --good=b0 --bad=nobody
search --good=b0 --bad=b1 --metric=speed
search --bad=b0
