# SPDX-License-Identifier: MIT
# uses a driver
# Several replays at a time give the same document and table as one, and never more than asked for; timed ones are alone.
. "$RETRACE_ROOT/cli/t/common"
traces=("$corpus/md_fan.trace" "$corpus/md_strip.trace" "$corpus/md_loop.trace")
command=(retrace run -q --tier=all --driver=llvmpipe)
# The most workers of $1 at once, the supervisor's children, while it runs.
most() {
    local n most=0
    while kill -0 "$1" 2>/dev/null; do
        n=$(pgrep -c -P "$1")
        ((n <= most)) || most=$n
        sleep 0.02
    done
    echo "$most"
}
"${command[@]}" --no-timing --json=one.json "${traces[@]}" >one
"${command[@]}" --no-timing --jobs=3 --json=three.json "${traces[@]}" >three &
n=$(most $!)
wait
cmp one.json three.json && cmp one three && echo 'the same'
((n > 1 && n <= 3)) && echo 'as many as asked for' || echo "$n workers"

"${command[@]}" --tier=ext --jobs=3 --runs=2 --time-floor=1 --json=timed.json "${traces[@]}" >timed &
pid=$!
while ! grep -q '"what":"timed run 1"' timed.json.journal 2>/dev/null && kill -0 $pid; do sleep 0.05; done
echo "timed: at most $(most $pid)"
wait
jq -r '.traces[].drivers[].arms[] | "\(.tier) \(.ns_per_op.runs | length)"' timed.json | sort | uniq -c
