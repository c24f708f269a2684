# SPDX-License-Identifier: MIT
# uses a driver
# Vertex stages that fetch their own vertices, on drivers that cannot bind what they fetch from: the pixels stay, and the result
# says which way was taken, how often. 2 frames of 768 single patches with 4 tiles each and 256 batches are 6656 draws; 2 frames of
# 48 ribbons and a batch are 98, of which the 2 that take every 30,000th texel fit no window. Copies are bound tile by tile: 8192.
. "$RETRACE_ROOT/cli/t/common"
windows() { # DRIVER CAPS TRACE
    retrace run --tier=basevertex --driver="$1" --no-timing --no-native ${2:+--caps="$2"} --json=out.json "$3.trace" >table 2>messages
    local status=$?
    echo "$3 $1 ${2:-as it is}: $(jq -r '.traces[].drivers[].arms[] | "\(.verdict), native \(.windows.native), whole \(.windows.whole), "
        + "window \(.windows.window), texture \(.windows.texture), refused \([.windows.refused[].count] | add // 0)"' out.json) => $status"
    jq -r '.traces[].drivers[].arms[].frames[].md5' out.json >>"$3.digests"
}
none=es=3.1,-GL_EXT_texture_buffer,-GL_OES_texture_buffer
for caps in '' max_vertex_storage_blocks=0 max_vertex_storage_blocks=0,max_texture_buffer_size=65536 max_vertex_storage_blocks=0,$none; do
    windows llvmpipe "$caps" win_arena
done
# The driver has the blocks, but the arena is longer than it lets one be.
for caps in max_storage_block_size=1048576 max_storage_block_size=1048576,max_texture_buffer_size=65536; do
    windows llvmpipe "$caps" win_arena
done
for caps in '' max_texture_buffer_size=65536 $none; do
    windows llvmpipe "$caps" win_texbuf
done
# Its longest buffer texture has 65,536 texels, and one that begins far into a buffer reads wrong.
windows softpipe max_vertex_storage_blocks=0 win_arena
windows softpipe '' win_texbuf
for trace in win_arena win_texbuf; do
    echo "$trace: $(sort -u $trace.digests | wc -l) pictures in $(wc -l <$trace.digests) frames"
done
# Every tier takes one window over a batch; where that is too long, the batch goes to one that draws range by range.
for texels in 65536 64; do
    retrace run --tier=all --no-timing --caps=max_vertex_storage_blocks=0,max_texture_buffer_size=$texels --json=out.json win_arena.trace \
        >table 2>messages
    echo "$texels texels => $?"
    jq -r '.traces[].drivers[] | "native \(.native)", (.arms[] | select(.tier != "native" and .verdict != "unsupported") |
           "\(.tier) \(.verdict) \(.batches.executed)/\(.batches.total)\([.batches.declined[] | " \(.reason):\(.count)"] | join(""))")' out.json
done
