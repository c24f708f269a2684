# SPDX-License-Identifier: MIT
# --help is an answer: on standard output, with status 0, and nothing on standard error.
. "$RETRACE_ROOT/cli/t/common"
for command in run compare merge bisect report digest info dump drivers; do
    retrace $command --help >out || echo "$command: status $?"
    head -1 out
    grep -c -e '--help  *this text' out
done
retrace --help >out || echo "status $?"
retrace help | cmp - out
for command in run compare merge bisect report digest info dump drivers; do
    grep -c "^  $command  *[A-Za-z]" out
done
retrace --version | grep -cE '^retrace [0-9]+\.[0-9]+'
