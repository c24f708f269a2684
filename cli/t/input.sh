# SPDX-License-Identifier: MIT
# Files that are no traces.
. "$RETRACE_ROOT/cli/t/common"
: >empty
echo 'glClear(mask = GL_COLOR_BUFFER_BIT)' >text
head -c 100 "$corpus/mc_ubo_range.trace" | tail -c 98 >middle
mkdir folder
for command in run digest info dump; do
    for file in missing empty text middle folder; do
        try $command $file
    done
done
