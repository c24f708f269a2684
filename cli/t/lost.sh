# SPDX-License-Identifier: MIT
# uses a driver
# What can be lost on the way is told, and the rest goes on: a full disk, a killed worker, a second run on the same result.
. "$RETRACE_ROOT/cli/t/common"
command=(retrace run -q --tier=ext --no-timing --no-native --drivers=drivers.json --driver=faulty)
run() { "${command[@]}" "$@"; }
faulty
echo 'a file that cannot grow'
(
    ulimit -f 4
    run --json=small.json "$corpus/md_fan.trace" "$corpus/md_strip.trace" "$corpus/md_loop.trace" >table 2>messages
    echo "=> $?"
)
grep -c ' identical ' table
grep -c '^retrace: small.json.journal: File too large; the run goes on' messages
grep -c '^retrace: --json=small.json: File too large' messages
# What the journal has is whole, and a run with more room goes on from there.
jq -es 'length > 0' small.json.journal
run --resume --json=small.json "$corpus/md_fan.trace" "$corpus/md_strip.trace" "$corpus/md_loop.trace" >table
echo "=> $?"
jq -c '[.traces[].trace]' small.json
echo 'a device that is full'
ln -s /dev/full full.json
run --json=full.json "$corpus/md_fan.trace" 2>&1 >table | grep -c 'No space left'
grep -c ' identical ' table

echo 'a worker that is killed'
faulty SHIM_HANG=glMultiDrawElementsBaseVertexEXT SHIM_COUNT="$PWD/count" SHIM_TIMES=1
"${command[@]}" --json=killed.json "$corpus/md_fan.trace" "$corpus/md_strip.trace" >table 2>messages &
pid=$!
while [ ! -s count ]; do sleep 0.1; done
pkill -KILL -P $pid
wait $pid
echo "=> $?"
told() { jq -r '.traces[] | .trace as $t | .drivers[].arms[] | "\($t) \(.tier) \(.verdict) \(.stability) \(.reason)"' killed.json; }
told
echo 'says nothing of the driver to a run that goes on'
"${command[@]}" --resume --json=killed.json "$corpus/md_fan.trace" "$corpus/md_strip.trace" >table 2>>messages
echo "=> $?"
told

echo 'two at a time'
faulty SHIM_HANG=load
"${command[@]}" --timeout=20 --json=twice.json "$corpus/md_fan.trace" >table 2>messages &
pid=$!
while [ ! -e twice.json.journal ]; do sleep 0.1; done
try run --resume --json=twice.json --tier=ext --drivers=drivers.json --driver=faulty md_fan.trace
{ kill -KILL $pid; wait $pid; } 2>/dev/null
echo 'no journal to go on from'
try run --resume md_fan.trace
try run --resume --json=- md_fan.trace
