# SPDX-License-Identifier: MIT
# uses a driver
# The main job on a driver with desktop GL and ext, and on one with neither but with multiindirect: what the result claims.
. "$RETRACE_ROOT/cli/t/common"
# A line per arm: tier, verdict, whether it announced itself, executed of total, sub-draws, compute dispatches, reason.
retrace --tier=all --driver=llvmpipe,angle --no-timing --json=out.json mc_sodium_multidraw.trace >table 2>messages
echo "=> $?"
jq -r '.traces[] | "\(.trace) \(.calls) calls \(.frames) frames \(.batches) batches \(.subdraws) sub-draws",
    (.drivers[] | "\(.driver): reference \(.reference), native \(.native), auto \(.auto)",
     (.arms[] | "\(.tier) \(.verdict) \(.announced) \(.batches.executed)/\(.batches.total) \(.batches.subdraws) \(.batches.dispatches) \(.reason)"),
     "\([.arms[].frames | select(length > 0) | map(.md5) | join(" ")] | unique | length) set of digests",
     "\([.arms[].gaps[]] | length) gaps, \([.arms[].errors[]] | length) errors")' out.json
# What eglretrace makes of it.
LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=llvmpipe WAFFLE_PLATFORM=surfaceless_egl eglretrace --headless \
    --snapshot-alpha --snapshot-format=MD5 --snapshot-prefix=- "$corpus/mc_sodium_multidraw.trace" 2>/dev/null |
    grep -xE '[0-9A-F]{32}' | tr A-F a-f >theirs
jq -r '.traces[].drivers[0].arms[] | select(.tier == "ext") | .frames[].md5' out.json | cmp - theirs && wc -l <theirs
