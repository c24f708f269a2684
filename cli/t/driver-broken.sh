# SPDX-License-Identifier: MIT
# uses a driver
# Drivers that do not load, or crash or hang while they do: named, and status 3 when nothing could be judged.
. "$RETRACE_ROOT/cli/t/common"
cat >missing.json <<'END'
{ "drivers": [ { "name": "absent", "egl": "./no/libEGL.so", "platform": "surfaceless", "env": {}, "renderer": "." },
               { "name": "wrong", "egl": "libm.so.6", "platform": "surfaceless", "env": {}, "renderer": "." } ] }
END
for driver in absent wrong; do
    try run --drivers=missing.json --driver=$driver --no-timing mc_ubo_range.trace
    try digest --drivers=missing.json --driver=$driver mc_ubo_range.trace
done
try drivers --drivers=missing.json

faulty SHIM_CRASH=load
judge --tier=ext
retrace drivers --drivers=drivers.json --json | jq -c '.drivers[] | [.name, .status]'
try digest --drivers=drivers.json --driver=faulty mc_ubo_range.trace

faulty SHIM_HANG=load
judge --tier=ext --timeout=2
retrace drivers --drivers=drivers.json --json --timeout=1 | jq -c '.drivers[] | [.name, .status]'

echo '{ "drivers": [ { "name": "a" } ] }' >bad.json
try run --drivers=bad.json mc_ubo_range.trace
try drivers --drivers=nowhere.json
