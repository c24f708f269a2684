# SPDX-License-Identifier: MIT
# What is wrong with a command line is said in one line that names it, with status 2.
. "$RETRACE_ROOT/cli/t/common"
for command in run digest info dump drivers; do
    try $command --bogus
done
try --bogus
try nonsense
for command in run digest info dump; do
    try $command
done
try drivers surplus
try info a b
try run --runs=0 a
try run --runs=many a
try run --runs=3x a
try run --timeout=-1 a
try run --color=pink a
try digest --tier
for command in compare merge bisect; do
    try $command
done
try compare a
try merge none.json
try compare none.json none.json
echo '{ "schema": 2, "traces": [] }' >other.json
echo '{ "schema": 1, "traces": [' >cut.json
try merge other.json
try merge cut.json
try run --jobs=0 a
try run --jobs=1000 a
try run --resume a
try run --json=- --junit=- a
try run --metric=tier=all a
try run --good=a a
try bisect --good=a --bad=b --metric=speed a
