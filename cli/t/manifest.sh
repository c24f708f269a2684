# SPDX-License-Identifier: MIT
# uses a driver
# A trace may be a folder, a list or Mesa's traces.yml in both of its shapes, with checksums and labels.
. "$RETRACE_ROOT/cli/t/common"
mkdir -p db/sub db/empty
cp "$corpus/md_fan.trace" db/sub/fan.trace
cp "$corpus/md_strip.trace" db/strip.trace
cp "$corpus/md_fan.trace" db/.hidden.trace
echo text >db/notes.md
run() {
    retrace run -q --tier=ext --no-timing --no-native --no-rerun --json=out.json "$@" >table 2>messages
    echo "=> $?"
    jq -r '.traces[] | .trace as $t | .error as $e | (if $e then "\($t): \($e)" else empty end),
        (.drivers[] | "\($t): \(.driver) label \(.label) checksum \(.checksum) \([.arms[] | "\(.tier) \(.verdict)\(if .unexpected then "!" else "" end)"] | join(", "))")' out.json | sed 's/ *$//'
}
echo 'a folder'
run db
echo 'a list'
printf '# two of them\n\n  strip.trace \r\nsub/fan.trace\nsub/gone.trace\n' >db/list.txt
run db/list.txt
cp db/list.txt db/manifest
run db/manifest
echo 'the same name twice'
mkdir again && cp db/strip.trace again/
run db/strip.trace again/strip.trace
echo 'no traces'
run db/empty
: >empty.txt
run empty.txt
cat messages

right=$(retrace digest --tier=basevertex db/strip.trace 2>/dev/null | tail -1 | cut -d' ' -f3)
wrong=00000000000000000000000000000001
echo 'traces.yml, maps'
cat >db/traces.yml <<END
%YAML 1.2
---
traces-db:
  download-url: https://example.org/
text: |-
  Nobody reads this.
traces:
  strip.trace:
    gl-vmware-llvmpipe:
      checksum: ${right^^}
    softpipe:
      checksum: $wrong
  sub/fan.trace:
    label: [slow]
    llvmpipe:
      label: [skip, slow]
      checksum: $wrong
  sub/not-here.trace:
    label: skip
  sub/other.rdc:
    llvmpipe:
      checksum: $wrong
END
run --driver=llvmpipe,softpipe db/traces.yml
cat messages
echo 'traces.yml, lists'
cat >db/old.yaml <<END
traces:
  - path: strip.trace
    expectations:
      - device: llvmpipe
        checksum: $wrong
      - device: gl-virgl
        checksum: $right
  - path: sub/gone.trace
END
run db/old.yaml
grep -c 'checksum DIFFERS' table
echo 'a known crash'
faulty SHIM_CRASH=glDrawElementsBaseVertex,glDrawElementsBaseVertexEXT,glDrawElementsBaseVertexOES
printf 'traces:\n  strip.trace:\n    faulty:\n      label: crash\n' >db/crash.yml
run --drivers=drivers.json --driver=faulty db/crash.yml
faulty
echo 'that does not crash'
run --drivers=drivers.json --driver=faulty db/crash.yml
echo 'malformed'
malformed() {
    printf '%b' "$1" >bad.yml
    retrace run --tier=ext bad.yml
    echo "=> $?"
} 2>&1
malformed 'traces:\n  - expectations: []\n'
malformed 'traces:\n  a.trace:\n    llvmpipe:\n      checksum: 12\n'
malformed 'traces: {\n'
malformed 'other: 1\n'
malformed 'traces:\n  a.trace:\n    llvmpipe: 12\n'
malformed ''
