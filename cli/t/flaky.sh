# SPDX-License-Identifier: MIT
# uses a driver
# An unexpected result is asked for again: what is never as expected fails, what once is flakes, and both are status 1 unless the
# manifest knows of it. The reference is asked again too, for everything is held to it.
. "$RETRACE_ROOT/cli/t/common"
settle() { # prints the status and per arm: TIER VERDICT STABILITY and the verdicts of all attempts
    retrace run --drivers=drivers.json --driver=faulty --tier=ext --no-timing --no-native --json=out.json "$@" >table 2>messages
    echo "=> $?"
    jq -r '.traces[].drivers[].arms[] | "\(.tier) \(.verdict) \(.stability) \([.attempts[].verdict] | join(","))"' out.json | sed 's/ *$//'
}
ext=glMultiDrawElementsBaseVertexEXT
base=glDrawElementsBaseVertex,glDrawElementsBaseVertexEXT,glDrawElementsBaseVertexOES
trace=$corpus/md_fan.trace

echo 'crashes always'
faulty SHIM_CRASH=$ext
settle "$trace"
echo 'crashes once'
faulty SHIM_CRASH=$ext SHIM_COUNT="$PWD/once" SHIM_TIMES=1
settle "$trace"
grep -c 'FLAKES' table
echo 'crashes twice'
faulty SHIM_CRASH=$ext SHIM_COUNT="$PWD/twice" SHIM_TIMES=2
settle "$trace"
echo 'crashes twice, asked once more'
faulty SHIM_CRASH=$ext SHIM_COUNT="$PWD/again" SHIM_TIMES=2
settle --reruns=1 "$trace"
echo 'draws nothing once'
faulty SHIM_DROP=$ext SHIM_COUNT="$PWD/drop" SHIM_TIMES=1
settle "$trace"
echo 'draws nothing once, and nobody asks'
faulty SHIM_DROP=$ext SHIM_COUNT="$PWD/none" SHIM_TIMES=1
settle --no-rerun "$trace"
echo 'the reference draws nothing once'
faulty SHIM_DROP=$base SHIM_COUNT="$PWD/reference" SHIM_TIMES=1
settle "$trace"
echo 'the reference crashes once'
faulty SHIM_CRASH=$base SHIM_COUNT="$PWD/crash" SHIM_TIMES=1
settle "$trace"

echo 'known to be flaky'
printf 'traces:\n  %s:\n    faulty:\n      label: [flakes]\n' "$trace" >traces.yml
faulty SHIM_CRASH=$ext SHIM_COUNT="$PWD/known" SHIM_TIMES=1
settle traces.yml
echo 'known to be flaky, but it fails'
faulty SHIM_CRASH=$ext
settle traces.yml
