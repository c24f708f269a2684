# SPDX-License-Identifier: MIT
# uses a driver
# However a run ends, one that goes on comes to the document of an undisturbed one: killed at any moment, with its workers before it
# or after it, in the middle of a line of the journal or of the document. What another build wrote, or other options, does not count,
# and that is told.
. "$RETRACE_ROOT/cli/t/common"
traces=("$corpus/md_fan.trace" "$corpus/md_strip.trace" "$corpus/md_loop.trace")
# A tier that crashes, so that there are attempts, a log and a verdict that nobody expected.
faulty SHIM_CRASH=glMultiDrawElementsBaseVertexEXT
command=(retrace run -q "--tier=ext,indirect" --no-timing --drivers=drivers.json --driver=faulty --expected=none --json=out.json)
run() { "${command[@]}" "$@" "${traces[@]}" >/dev/null 2>>messages; }
runs() { jq -Rr 'fromjson? | select(.type == "run") | .key' out.json.journal; }
run --json=whole.json
echo "=> $?"

echo 'at any moment'
for _ in {1..6}; do
    "${command[@]}" --resume --jobs=2 "${traces[@]}" >/dev/null 2>>messages &
    pid=$!
    sleep 0.$((RANDOM % 90 + 10))
    # As a batch system ends a job: process by process, in any order.
    ((RANDOM % 2)) || pkill -KILL -P $pid
    { kill -KILL $pid; wait $pid; } 2>/dev/null
done
run --resume --jobs=2
echo "=> $?"
cmp whole.json out.json && echo 'the same document'
runs | sort | uniq -d | wc -l
retrace merge out.json.journal | cmp - whole.json && echo 'and so says the journal'

echo 'in the middle of a line'
size=$(stat -c %s out.json.journal)
for part in 3 5 7; do
    truncate -s $((size * part / 8)) out.json.journal
    head -c 200 whole.json >out.json.new
    : >out.json
    run --resume
    cmp whole.json out.json && echo out.json*
done

echo 'a line that is damaged'
sed -i '3s/"lines"/"lin/' out.json.journal
run --resume
cmp whole.json out.json && echo 'the same document'

echo 'a journal of another build'
before=$(runs | wc -l)
sed -i 's/"build":"/&0.0 of /; s/"retrace":{"version":"/&0.0 of /; /^{"key":"ffff/!s/^{"key":"../{"key":"zz/' out.json.journal
run --resume
grep -o 'out.json.journal: was written by another build.*everything is run again' messages | sed 's/([^)]*)/(…)/'
cmp whole.json out.json && (($(runs | wc -l) > before)) && echo 'all of it again'
retrace merge out.json.journal 2>said | cmp - whole.json && tail -1 said | sed 's/[0-9]* results/some results/'
: >messages
run --resume
cat messages

echo 'other options'
run --resume --caps=es=3.1
run --resume --caps=es=3.1
run --resume --snapshot=1-4000/draw
grep journal messages
