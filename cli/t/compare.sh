# SPDX-License-Identifier: MIT
# uses a driver
# What changed between two results, and results of parts that are those of a whole.
. "$RETRACE_ROOT/cli/t/common"
cp "$corpus/md_fan.trace" "$corpus/md_strip.trace" .
run() { retrace run -q --tier=ext,compute --no-timing --no-native --expected=none "$@" >table 2>>messages; }
run --driver=llvmpipe,softpipe --json=whole.json md_fan.trace md_strip.trace
echo "=> $?"
run --driver=llvmpipe --json=a.json md_fan.trace
run --driver=softpipe --json=b.json md_fan.trace
run --driver=llvmpipe --tier=compute --json=c.json md_strip.trace
run --driver=llvmpipe --tier=ext --json=d.json md_strip.trace
run --driver=softpipe --json=e.json md_strip.trace
retrace merge a.json b.json c.json d.json e.json | cmp - whole.json && echo 'the parts are the whole'
retrace merge a.json.journal b.json.journal c.json.journal d.json.journal e.json.journal --json=journals.json
cmp journals.json whole.json && echo 'and so are their journals'
try merge whole.json a.json --json=again.json
cmp whole.json again.json

try compare whole.json whole.json
change() { jq "$1" whole.json >changed.json && try compare whole.json changed.json; }
change '.traces[0].drivers[0].arms |= map(if .tier == "ext" then .verdict = "demoted" else . end)'
change '.traces[0].drivers[0].arms |= map(if .tier == "basevertex" then .frames[1].md5 = "00" else . end)'
change '.traces[1].drivers |= .[:1]'
change '.traces[1].drivers[0].golden = "differs"'
jq '.traces[1].drivers |= .[:1]' whole.json >less.json
try compare less.json whole.json
try compare --common whole.json less.json
jq '.traces = []' whole.json | try compare whole.json -
try compare whole.json <(cat less.json) 2>&1 | sed 's,/dev/fd/[0-9]*,PIPE,'
slower() { jq --argjson f "$1" '.traces[].drivers[].arms[] |= (.ns_per_op = {median: (100*$f), runs: [98*$f, 100*$f, 103*$f], min: (98*$f), max: (103*$f)})' whole.json; }
slower 1 >old.json
slower 1.5 >new.json
try compare old.json new.json
try compare --threshold=60 old.json new.json
try compare new.json old.json
