# SPDX-License-Identifier: MIT
# uses a driver
# The place where a driver goes wrong is known beforehand here: the harness must find the frame, the call and the sub-draw, and leave
# pictures of it.
. "$RETRACE_ROOT/cli/t/common"

# Draws 24 sub-draws a frame.
place() {
    retrace run --drivers=drivers.json --driver=faulty --no-timing --no-native --json=out.json "$@" md_ushort_base.trace >table 2>messages
    echo "=> $?"
    jq -c '.traces[].drivers[].arms[] | select(.verdict == "differs") | [.tier, .divergence, .reason]' out.json
}

echo 'the sixth sub-draw of the first frame'
faulty SHIM_DROP=glDrawElementsIndirect SHIM_AFTER=5 SHIM_ONCE=1
place --tier=indirect --dump-images=images
find images -name '*.indirect.44.*' -printf '%f\n' -o -name '*difference*' -printf '%f\n' | LC_ALL=C sort
grep -c 'first at frame 0, call 44, sub-draw 5' table

echo 'the third sub-draw of the second frame'
faulty SHIM_DROP=glDrawElementsIndirect SHIM_AFTER=26 SHIM_ONCE=1
place --tier=indirect

echo 'everything'
faulty SHIM_DROP=glMultiDrawElementsBaseVertexEXT
place --tier=ext,indirect

echo 'nothing'
faulty
place --tier=indirect --dump-images=none
find none -name '*difference*' | wc -l
