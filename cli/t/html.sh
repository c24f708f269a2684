# SPDX-License-Identifier: MIT
# uses a driver
# The report of a run, and the same one made from its document. How it looks and behaves is scripts/check-html's.
. "$RETRACE_ROOT/cli/t/common"
faulty SHIM_CRASH=glMultiDrawElementsBaseVertexEXT
retrace run --drivers=drivers.json --driver=faulty --no-timing --no-native --no-rerun --tier=ext --json=out.json --html=report \
    md_ushort_base.trace >table 2>messages
echo "=> $?"
ls report report/images
page=(report/trace/*.html)
grep -o 'md_ushort_base</bdi>, faulty, ext' report/index.html
grep -o 'Log of ext\|multi-draw: tier=ext resolved=ext' "${page[0]}"

retrace report --html=again --images=report/images out.json
echo "=> $?"
diff -r report again && echo 'the same'

: >file
echo '{"schema": 9}' >other.json
try report
try report missing.json
try report other.json
try report --html=file/report out.json
try run --html=file/report --drivers=drivers.json --driver=faulty md_ushort_base.trace
