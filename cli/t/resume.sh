# SPDX-License-Identifier: MIT
# uses a driver
# A run that is killed at any point goes on where it was: nothing that was finished runs again, and the document is that of an
# undisturbed run.
. "$RETRACE_ROOT/cli/t/common"
traces=("$corpus"/md_fan.trace "$corpus"/md_strip.trace "$corpus"/md_loop.trace "$PWD/no.trace")
command=(retrace run -q --tier=all --no-timing "--driver=llvmpipe,softpipe")
run() { "${command[@]}" "$@" "${traces[@]}" 2>>messages; }
lines() { { wc -l <out.json.journal; } 2>/dev/null || echo 0; }
head -c 3000 "$corpus/md_fan.trace" >cut.trace
traces+=("$PWD/cut.trace")

run --json=whole.json >table
echo "=> $?"
: >killed
for i in 1 2 3 4 5; do
    "${command[@]}" --resume --jobs=2 --json=out.json "${traces[@]}" >/dev/null 2>>messages &
    pid=$! enough=$(($(lines) + 7))
    while [ "$(lines)" -lt $enough ] && kill -0 $pid 2>/dev/null; do sleep 0.05; done
    { kill -KILL $pid && echo $i >>killed; wait $pid; } 2>/dev/null
    # What a write leaves that was cut off.
    printf '{"key":"0123456789abcdef0123456789abcdef","type":"run","lines":[{' >>out.json.journal
done
wc -l <killed
run --resume --jobs=2 --json=out.json >table2
echo "=> $?"
cmp whole.json out.json && cmp table table2 && echo 'the same document and table'
jq -r 'select(.type == "run") | .key' out.json.journal | sort | uniq -d | wc -l
before=$(lines)
run --resume --json=out.json >table3
echo "=> $? $(($(lines) - before)) more lines"
cmp whole.json out.json && echo 'the same again'
# Only what is new runs.
run --resume --json=out.json --tier=ext,auto >/dev/null
jq -r 'select(.type == "run" and .tier == "auto") | .driver' out.json.journal | sort | uniq -c
# Without --resume it starts anew.
run --json=out.json --driver=llvmpipe --tier=ext "${traces[0]}" >/dev/null
jq -r 'select(.type == "run") | .tier' out.json.journal | sort | uniq -c | head -3

echo 'a finished part is a document too'
retrace merge out.json.journal | jq -c '[.schema, (.traces | length)]'
