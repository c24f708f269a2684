# SPDX-License-Identifier: MIT
# uses a driver
# JUnit XML: a testcase per trace, driver and tier, valid, whatever the names and reasons are.
. "$RETRACE_ROOT/cli/t/common"
valid() { xmllint --noout --schema "$RETRACE_ROOT/cli/t/junit.xsd" "$1" 2>&1; }
show() { # CLASS NAME OUTCOME TYPE
    xmllint --xpath '//testcase' "$1" >/dev/null && python3 - "$1" <<'END'
import sys, xml.etree.ElementTree as ET
for suite in ET.parse(sys.argv[1]).getroot():
    print(suite.get('name'), *(f'{k}={suite.get(k)}' for k in ('tests', 'failures', 'errors', 'skipped')))
    for case in suite.iter('testcase'):
        inner = case[0] if len(case) else None
        what = 'passed' if inner is None else f'{inner.tag} {inner.get("type") or "-"} {inner.get("message")}'
        print('  ', case.get('classname'), case.get('name'), what.replace('\n', ' '), *['timed'] * (float(case.get('time')) > 0))
END
}
faulty SHIM_CRASH=glMultiDrawElementsBaseVertexEXT
cp "$corpus/md_fan.trace" 'a<b>&"c".d.trace'
retrace run -q --drivers=drivers.json --driver=faulty --no-timing --no-native --tier=ext,multiindirect --reruns=1 --junit=out.xml --json=out.json \
    'a<b>&"c".d.trace' gone.trace >table 2>messages
echo "=> $?"
valid out.xml
show out.xml
echo 'from a document and a journal'
retrace merge --junit=again.xml out.json
valid again.xml
retrace merge --junit=- out.json.journal >third.xml
valid third.xml
grep -c '<testcase' out.xml again.xml third.xml
echo 'everything that a document may hold'
jq '.traces[0].drivers[0] |= (.golden = "differs" | .arms[0].reason = "\u0001\u001b[31m\ufffe]]>\u007f" | .arms[0].stability = "flakes")
    | .traces += [.traces[0] | .trace = "b" | .drivers[0] |= (.error = "it hung <while> starting" | .arms = [])]
    | .traces += [.traces[0] | .trace = "c" | .drivers[0] |= (.label = "skip" | .error = null | .arms = [])]
    | .traces += [.traces[0] | .trace = "d" | .drivers = []]' out.json >odd.json
retrace merge --junit=odd.xml odd.json
valid odd.xml
show odd.xml
