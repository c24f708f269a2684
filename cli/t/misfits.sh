# SPDX-License-Identifier: MIT
# uses a driver
# A night with drivers that each go wrong in their way, side by side, in every kind of result, and after a kill: each gets its verdict,
# the healthy one is not touched, and the job ends with status 1.
. "$RETRACE_ROOT/cli/t/common"
limit=8
[ -z "${SAN:-}" ] || limit=90
lib=$RETRACE_BUILD/test/cli/t/libshim.so ext=glMultiDrawElementsBaseVertexEXT
{
    comma=''
    echo '{ "drivers": ['
    entry healthy "$lib" ''
    entry crashes "$lib" "\"SHIM_CRASH\": \"$ext\""
    entry hangs "$lib" "\"SHIM_HANG\": \"$ext\""
    entry tints "$lib" '"SHIM_TINT": "1"'
    entry drops-one "$lib" "\"SHIM_DROP\": \"$ext\", \"SHIM_AFTER\": \"1\", \"SHIM_ONCE\": \"1\""
    entry drops-all "$lib" "\"SHIM_DROP\": \"$ext\""
    entry hides "$lib" "\"SHIM_HIDE\": \"$ext\""
    entry lies "$lib" '"SHIM_RENDERER": "Mali-G999"'
    entry dies "$lib" '"SHIM_CRASH": "load"'
    entry absent "$PWD/absent.so" ''
    echo '] }'
} >drivers.json
command=(retrace run -q --drivers=drivers.json --driver=all "--tier=ext,indirect" --no-timing --no-native --timeout="$limit")
traces=("$corpus/md_partial_primitives.trace" "$corpus/md_ushort_base.trace")
lines() { { wc -l <out.json.journal; } 2>/dev/null || echo 0; }

"${command[@]}" --jobs=2 --json=whole.json --junit=whole.xml --html=whole "${traces[@]}" >table 2>messages
echo "=> $?"
jq -r '.traces[0].drivers[] | "\(.driver): \(.error // "golden \(.golden)")", (.arms[] | "    \(.tier) \(.verdict) \(.stability) \(.attempts | length) \(.reason)")' whole.json |
    sed "s,$PWD,HERE,"
grep -c '^retrace: driver' messages

echo 'JUnit'
xmllint --noout --schema "$RETRACE_ROOT/cli/t/junit.xsd" whole.xml 2>&1
python3 - whole.xml <<'END'
import collections, sys, xml.etree.ElementTree as ET
for suite in ET.parse(sys.argv[1]).getroot():
    outcomes = collections.Counter((case.get('classname').split('.')[0], case[0].tag if len(case) else 'passed')
                                   for case in suite.iter('testcase'))
    print(*(f'{driver} {outcome} {n}' for (driver, outcome), n in sorted(outcomes.items())), sep='\n')
END

echo 'the report'
for word in crashes hangs tints drops-one drops-all hides lies dies absent; do
    sed -n '/class="alarms"/,/<\/ul>/p' whole/index.html | grep -c "</bdi>, ${word}[,<]" | sed "s/^/$word /"
done

echo 'killed and resumed'
"${command[@]}" --jobs=2 --json=out.json "${traces[@]}" >/dev/null 2>&1 &
pid=$!
while [ "$(lines)" -lt 9 ]; do sleep 0.1; done
{ kill -KILL $pid; wait $pid; } 2>/dev/null
"${command[@]}" --jobs=2 --resume --json=out.json --junit=out.xml --html=out "${traces[@]}" >again 2>/dev/null
echo "=> $?"
cmp whole.json out.json && cmp table again && diff -r whole out && echo 'the same document, table and report'
