# SPDX-License-Identifier: MIT
# uses a driver
# Output files are opened before the work starts: a bad path is told at once, and nothing is replayed.
. "$RETRACE_ROOT/cli/t/common"
faulty SHIM_CRASH=load
options=(--drivers=drivers.json --driver=faulty --no-timing)
try run "${options[@]}" --json=no/such/folder/out.json mc_ubo_range.trace
try run "${options[@]}" --json=. mc_ubo_range.trace
: >file
try run "${options[@]}" --dump-images=file/images mc_ubo_range.trace

# With - the document alone is on standard output.
retrace run --tier=ext --no-timing --no-native --json=- mc_ubo_range.trace | jq -c '[.schema, .traces[0].trace, (.traces[0].drivers | length)]'
retrace run --tier=ext --no-timing --no-native --json=out.json mc_ubo_range.trace >table
jq -c '[.schema, .traces[0].frames]' out.json
grep -c mc_ubo_range table
mkdir images
retrace run --tier=ext --no-timing --no-native --dump-images=images mc_ubo_range.trace >table
find images -name "*.png" | wc -l
# Width, height, bits per channel, and the colour type that has alpha.
for image in images/*; do
    od -An -tx1 -j16 -N10 "$image"
done | uniq -c
