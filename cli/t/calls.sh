# SPDX-License-Identifier: MIT
# uses a driver
# Seen from outside, by a driver library that counts: per batch each tier makes the draw calls that are its own and none of
# another tier's (2 batches of 24 sub-draws); over many batches it neither allocates, asks the driver nor maps.
. "$RETRACE_ROOT/cli/t/common"
angle=$RETRACE_BUILD/drivers/angle
[ -e "$angle" ] || angle=$RETRACE_ROOT/build/drivers/angle
# The counting library takes the libEGL.so.1 that it finds first; ANGLE looks for its other files beside its own.
mkdir angle
ln -s "$angle"/* angle/
ln -s libEGL.so angle/libEGL.so.1
cat >drivers.json <<END
{ "drivers": [
  { "name": "llvmpipe", "egl": "$RETRACE_BUILD/test/cli/t/libcount.so", "platform": "surfaceless", "renderer": "^llvmpipe",
    "env": { "LIBGL_ALWAYS_SOFTWARE": "1", "GALLIUM_DRIVER": "llvmpipe", "COUNT_OUT": "$PWD/calls" } },
  { "name": "angle", "egl": "$RETRACE_BUILD/test/cli/t/libcount.so", "platform": "angle-vulkan-swiftshader", "renderer": "^ANGLE",
    "env": { "VK_ICD_FILENAMES": "$PWD/angle/vk_swiftshader_icd.json", "VK_DRIVER_FILES": null,
             "LD_LIBRARY_PATH": "$PWD/angle", "COUNT_OUT": "$PWD/calls" } } ] }
END
replay() { # DRIVER TIER TRACE
    rm -f calls
    retrace digest --drivers=drivers.json --driver="$1" --tier="$2" "$3" >digests 2>messages || cat messages
    grep -o 'lacks.*' messages
}

for driver in llvmpipe angle; do
    for tier in ext multiindirect indirect basevertex drawelements compute; do
        echo "$driver $tier"
        replay $driver $tier md_ushort_base.trace
        grep -E '^gl(Draw|Multi|Dispatch)' calls
    done
done

# 1056 batches: what is done for each of them is done more often than 200 times.
for tier in ext indirect basevertex drawelements compute; do
    replay llvmpipe $tier mc_sodium_multidraw.trace
    often=$(awk '/^gl(GetIntegerv|Map|Finish|BufferData)/ && $2 > 200' calls | paste -s -d' ')
    echo "$tier of many batches: ${often:-no more than once in a while}"
done
