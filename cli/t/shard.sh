# SPDX-License-Identifier: MIT
# Parts of the traces, one after the other, are all of them in their order; a part may be empty.
. "$RETRACE_ROOT/cli/t/common"
for name in c a d b e; do echo "$name.trace"; done >traces.list
part() {
    retrace run --no-timing -q --json=out.json --shard="$1" traces.list >/dev/null 2>&1
    jq -r '[.traces[].trace] | join(" ")' out.json
}
for i in 0 1 2; do part $i/3; done
part 0/1
for i in 0 1 2 3 4 5 6; do part $i/7; done | sort | xargs

# Merged in their order they are the whole.
for i in 0 1 2; do retrace run --no-timing -q --json=$i.json --shard=$i/3 traces.list >/dev/null 2>&1; done
retrace merge 0.json 1.json 2.json | jq -r '[.traces[].trace] | join(" ")'
for words in 3/3 1 -1/3 0/0 1/3x; do retrace run --shard=$words traces.list 2>&1; echo "=> $?"; done
