# SPDX-License-Identifier: MIT
# uses a driver
# `retrace dump --draws`: what each range draws and which bytes it reads, worked out by hand from the programs in corpus/src.
. "$RETRACE_ROOT/cli/t/common"
draws() { # TRACE CALLSET LINES
    retrace dump --draws --calls="$2" "$corpus/$1.trace" 2>messages | sed -n "$3"
}

echo 'buffers: vertices of 8 bytes, and three instances of 12; the sub-draws of a batch'
draws md_instanced_arrays 51-52 1,2p
echo 'indices in client memory, which is read from the pointer on'
draws md_client_indices '*/draw' 1p
echo 'restart indices are no vertices'
draws md_restart_fixed '*/draw' 1p
echo 'commands that the driver reads'
draws md_mdindirect '*/draw' 1,3p
echo 'a million stars'
draws star_buffers '*/draw' p
draws star_client '*/draw' p
echo 'the same as the tracer wrote it: four colours'
draws short/star_client '*/draw' p
retrace digest "$corpus/short/star_client.trace" 2>messages | wc -l
grep ^gap: messages
echo 'what a vertex shader fetches: as bound, as buffer textures, and only what the draw reads of them'
for caps in '' max_vertex_storage_blocks=0 max_vertex_storage_blocks=0,max_texture_buffer_size=65536; do
    retrace dump --draws --caps="$caps" win_arena.trace 2>messages | grep -o 'window=.*' |
        awk -F '[=/]' '{ n[NF == 3 ? ($2 < $3 ? "part" : "too much") : $2]++ } END { for (way in n) print n[way], way }'
done
# A window is a buffer texture of 65,536 elements: of words, 262,144 bytes of the arena's 67,108,864 and all of the table's 16,384;
# of texels of 8 bytes, 524,288 bytes, and less where one that begins at a multiple of 32,768 reaches the end of the 1,000,000:
# from 983,040 on 16,960 of them. Every 30,000th texel is too far apart. With 64 elements, 256 bytes, a tile (9 vertices of up to
# 4 words) and its row of the table have a window each, 4 times 512 bytes of what is bound.
windows() { # TRACE CALLS CAPS
    retrace dump --draws --calls="$2" --caps="max_vertex_storage_blocks=0,max_texture_buffer_size=$3" "$1.trace" 2>messages |
        sed 's/arrays .* window/… window/; s/u16 .* window/… window/'
}
echo 'and how much of what is bound'
windows win_arena 1072,1074 65536
windows win_arena 1072,1074 64
windows win_texbuf 1066-1070,1250 65536
echo 'without the driver that is asked for'
retrace dump --draws --driver=none star_client.trace 2>messages
echo "=> $?"
