# SPDX-License-Identifier: MIT
# uses a driver
# A trace cut anywhere: the prefix is replayed, its digests are those of the whole, and the result says where it ended.
. "$RETRACE_ROOT/cli/t/common"
whole=$corpus/mc_ubo_range.trace
size=$(stat -c %s "$whole")
retrace digest "$whole" >whole.digests 2>messages || echo "the whole: status $?"
last=0
for tenth in 1 2 3 4 5 6 7 8 9 10; do
    # Also inside the header and one byte before the end.
    cut=$((size * tenth / 10 - 1))
    [ $tenth = 1 ] && cut=11
    head -c $cut "$whole" >cut.trace
    retrace digest cut.trace >cut.digests 2>messages
    status=$?
    frames=$(wc -l <cut.digests)
    # Before the first swap the end of the trace is the end of a frame, which the whole does not have.
    awk 'NR == FNR { whole[$1] = $0 } NR != FNR && ($1 in whole ? whole[$1] != $0 : FNR > 1)' whole.digests cut.digests |
        sed "s/^/$cut: not in the whole: /"
    ((frames >= last)) || echo "$cut: fewer frames than a shorter prefix"
    last=$frames
    retrace info cut.trace >info.out 2>/dev/null
    info=$?
    damage=$(retrace info --json cut.trace 2>/dev/null | jq -r 'if .damage then "told" else "untold" end')
    grep -q 'damage.*call [0-9]*' messages && place=named || place=unnamed
    echo "$tenth/10: digest $status, info $info, damage $damage, place $place"
done
echo "$last of $(wc -l <whole.digests) frames"
retrace run --tier=ext --no-timing --no-native --json=- cut.trace 2>messages |
    jq -c '[(.traces[0].damage != null), (.traces[0].drivers[0].arms | map(.frames | length) | unique | length)]'
