# SPDX-License-Identifier: MIT
# uses a driver
# A driver that is another than drivers.json says is not judged: status 3.
. "$RETRACE_ROOT/cli/t/common"
faulty SHIM_RENDERER=Mali-G999
judge --tier=ext
try digest --drivers=drivers.json --driver=faulty mc_ubo_range.trace
try drivers --drivers=drivers.json
retrace drivers --drivers=drivers.json --json | jq -c '.drivers[] | [.name, .status]'
