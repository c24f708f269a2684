# SPDX-License-Identifier: MIT
# uses a driver
# A trace packed anew, by apitrace's own tool or by zstd, is the same trace: its dump, its counts and its digests.
. "$RETRACE_ROOT/cli/t/common"
whole=$corpus/mc_ubo_range.trace
apitrace repack --zlib "$whole" gzip.trace >/dev/null
apitrace repack --brotli=5 "$whole" brotli.trace >/dev/null
gzip -dc gzip.trace | zstd -q >zstd.trace
gzip -c "$whole" >wrapped.trace
retrace dump --verbose "$whole" >whole.dump
retrace digest "$whole" >whole.digests 2>messages
for name in gzip brotli zstd wrapped; do
    retrace info --json $name.trace | jq -r '"\(.container), \(.calls) calls, \(.batches) batches, damage \(.damage)"'
    retrace dump --verbose $name.trace | cmp - whole.dump && echo "$name: the same dump"
    retrace digest $name.trace 2>messages | cmp - whole.digests && echo "$name: the same digests"
done
wc -l <whole.digests
