# SPDX-License-Identifier: MIT
# uses a driver
# Results on standard output, everything else on standard error; colour and progress only where asked for or on a terminal.
. "$RETRACE_ROOT/cli/t/common"
run() { retrace run --tier=ext --no-timing --no-native "$@" md_fan.trace; }
escape=$(printf '\033')
run >plain 2>messages
grep -c "$escape" plain messages
run --color=always 2>&1 | grep -c "$escape" | grep -vx 0 | sed 's/.*/coloured/'
NO_COLOR=1 run --color=auto 2>&1 | grep -c "$escape"
grep -c 'md_fan' plain
# A terminal of its own, by script(1): progress and colours, but not with -q and never.
terminal() { script -qec "$1" /dev/null </dev/null | grep -c "$escape" | sed 's/^[1-9].*/some/'; }
export -f run
terminal "retrace run --tier=ext --no-timing --no-native md_fan.trace"
terminal "retrace run --tier=ext --no-timing --no-native -q --color=never md_fan.trace"
