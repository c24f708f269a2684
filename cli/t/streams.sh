# SPDX-License-Identifier: MIT
# uses a driver
# A result that does not arrive is a failure: a full disk, a closed stream. A reader that has read enough is none: files are written
# all the same. A stream that is closed is never another file's.
. "$RETRACE_ROOT/cli/t/common"
cp "$corpus/md_fan.trace" "$corpus/md_strip.trace" .
run=(retrace run -q --tier=ext --no-timing --no-native --expected=none)
"${run[@]}" --json=good.json md_fan.trace md_strip.trace >good
full() { echo "\$ retrace $*"; retrace "$@" >/dev/full 2>said; echo "=> $? $(grep -c 'cannot write\|No space' said)"; }
full run --tier=ext --no-timing --no-native md_fan.trace
full digest md_fan.trace
full info md_fan.trace
full info --json md_fan.trace
full dump md_fan.trace
full drivers
full compare good.json good.json
full merge good.json
full run --help
full --help
full --version

echo 'standard output is closed'
"${run[@]}" --json=closed.json md_fan.trace md_strip.trace >&- 2>said
echo "=> $?"
cmp good.json closed.json && jq -s 'length > 2' closed.json.journal
retrace merge good.json >&- 2>>said
echo "=> $?"
cat said
echo 'standard error is closed'
"${run[@]}" --json=quiet.json md_fan.trace gone.trace >table 2>&-
echo "=> $? $(grep -c gone quiet.json.journal table | paste -sd' ')"
echo 'standard input is closed'
retrace compare good.json - <&- 2>said
echo "=> $? $(grep -c '^retrace: -:' said)"
"${run[@]}" --json=in.json md_fan.trace md_strip.trace <&- >table
cmp in.json good.json && cmp table good

echo 'a reader that has read enough'
{ "${run[@]}" --json=out.json --junit=out.xml md_fan.trace md_strip.trace; echo "=> $?" >status; } 2>said | head -c 1 >/dev/null
cat status said
cmp out.json good.json && grep -c '<testcase' out.xml
