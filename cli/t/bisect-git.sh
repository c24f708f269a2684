# SPDX-License-Identifier: MIT
# uses a driver
# retrace as the command of `git bisect run`, in a repository whose commits plant faults in a driver one after the other.
. "$RETRACE_ROOT/cli/t/common"
ext=glMultiDrawElementsBaseVertexEXT
base=glDrawElementsBaseVertex,glDrawElementsBaseVertexEXT,glDrawElementsBaseVertexOES
export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@example.org GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@example.org HOME=$PWD
git init -q -b main driver 2>/dev/null
cd driver || exit
commit() { # SUBJECT ENV…: what the driver's build makes of this commit
    faulty "${@:2}"
    git add drivers.json
    git commit -q --allow-empty -m "$1"
}
slow=("SHIM_SLOW=$base" SHIM_SLOW_US=15000)
commit start
commit harmless
commit 'does not build'
sed -i 's/libshim.so/absent.so/' drivers.json && git commit -q --amend -am 'does not build'
commit 'falls back' SHIM_RENDERER=Mali-G999
commit 'harmless too'
commit 'breaks pixels' SHIM_TINT=1
commit 'harmless again' SHIM_TINT=1 A=1
commit 'breaks ext' SHIM_TINT=1 SHIM_DROP=$ext
git rm -q drivers.json && git commit -q -m 'has no drivers.json'
commit 'has it again' SHIM_TINT=1 SHIM_DROP=$ext
commit 'gets slow' SHIM_TINT=1 SHIM_DROP=$ext "${slow[@]}"
commit end SHIM_TINT=1 SHIM_DROP=$ext "${slow[@]}" B=1
first=$(git rev-list --max-parents=0 HEAD)

run=(retrace run -q --no-native --drivers=drivers.json --driver=faulty "--expected=$PWD/none")
git checkout -q "$first"
"${run[@]}" --tier=basevertex --time-floor=20 --runs=5 --json=../measured.json md_partial_primitives.trace >../table 2>&1 || echo "good: status $?"
# Whatever else the machine does, from now on or just then: a batch takes less than 80 ms, and a slow one 150.
jq '.traces[].drivers[].arms[].ns_per_op.median = 20000000' ../measured.json >../good.json
git checkout -q main
find_first() {
    git bisect start main "$first" >../log 2>&1
    git bisect run "${run[@]}" "$@" md_partial_primitives.trace >../log 2>&1
    echo "=> $?"
    sed -n 's/^# first bad commit: \[[0-9a-f]*\] //p' "$(git rev-parse --git-dir)/BISECT_LOG"
    git bisect reset >../log 2>&1
}
find_first --tier=basevertex --metric=pixels --good=../good.json
find_first --metric=tier=ext
find_first --tier=basevertex --metric=time --good=../good.json --time-floor=20 --slower=300

echo 'what cannot be judged, and what is no question'
status() {
    "${run[@]}" "$@" md_partial_primitives.trace >../log 2>&1
    echo "=> $?"
}
status --metric=tier=ext
rm drivers.json
status --metric=tier=ext
faulty SHIM_CRASH=load
status --metric=pixels
faulty SHIM_CRASH=$ext
status --metric=tier=ext
status --metric=tier=nonsense
status --metric=time
status --metric=pixels --bogus
status --metric=pixels --driver=another
"${run[@]}" --metric=pixels no-such.trace >../log 2>&1
echo "=> $?"
