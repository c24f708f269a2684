# SPDX-License-Identifier: MIT
# Unknown words of tiers, drivers, capabilities and call sets: the known ones are listed, nothing is replayed.
. "$RETRACE_ROOT/cli/t/common"
trace=mc_ubo_range.trace
try run --tier=fast "$trace"
try run --tier=ext,fast "$trace"
try run --tier= "$trace"
try digest --tier=fast "$trace"
try digest --tier=ext,compute "$trace"
for command in run digest; do
    try $command --driver=voodoo "$trace"
    try $command --caps=es=2.0 "$trace"
    try $command --caps=-GL_EXT_no_such_thing "$trace"
    try $command --caps=max_texture_buffer_size=lots "$trace"
    try $command --snapshot=sometimes "$trace"
done
try run --driver=llvmpipe,voodoo "$trace"
try dump --calls=sometimes "$trace"
try drivers --caps=fast
