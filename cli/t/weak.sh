# SPDX-License-Identifier: MIT
# uses a driver
# Weaker drivers than the one at hand: OpenGL ES 3.0 and 3.1, no base-vertex draws, few storage blocks. Each tier that is left
# is judged by the rules, and draws what the whole driver draws: without any base-vertex draw drawelements carries it all.
. "$RETRACE_ROOT/cli/t/common"
base=-GL_EXT_draw_elements_base_vertex,-GL_OES_draw_elements_base_vertex
digests() { # the frames of the reference arm, one line a trace
    jq -r '.traces[] | .trace as $trace | .drivers[] | .reference as $reference |
           .arms[] | select(.tier == $reference) | "\($trace) \([.frames[].md5] | join(" "))"' "$1"
}
weak() { # CAPS TIERS TRACE…: reference, then verdicts, numbers, declines and reasons, for the tiers that are there
    local caps=$1 tiers=$2 status=0
    shift 2
    retrace run --tier="$tiers" --no-timing --no-native --caps="$caps" --json=weak.json "${@/%/.trace}" >table 2>messages || status=$?
    retrace run --tier=basevertex --no-timing --no-native --json=whole.json "${@/%/.trace}" >table 2>messages
    echo "$caps => $status"
    jq -r '.traces[] | "  \(.trace): \(.drivers[0].reference)",
           (.drivers[0].arms[] | select(.verdict != "unsupported") |
            "    \(.tier) \(.verdict) \(.batches.executed)/\(.batches.total)\(.reason // "" | if . == "" then . else ", " + . end)"),
           "    without:\([.drivers[0].arms[] | select(.verdict == "unsupported") | " " + .tier] | join(""))"' weak.json
    diff <(digests whole.json) <(digests weak.json) >difference || echo "  other pixels:" && cat difference
}
weak es=3.0 all md_ushort_base md_drawid md_xfb
weak "es=3.1,$base" all md_negative_base md_restart_custom
weak "es=3.0,$base" all md_ushort_base md_client_mixed md_restart_fixed
weak max_compute_storage_blocks=3 compute md_app_ssbo_live
weak max_compute_storage_blocks=2 compute md_app_ssbo_live
# What ES 3.0 cannot draw at all fails by name, as is expected of it.
retrace run --tier=basevertex --no-timing --no-native --caps=es=3.0 --json=weak.json md_gpu_commands.trace >table 2>messages
echo "es=3.0 => $?"
jq -r '.traces[].drivers[].arms[] | "  \(.tier) \(.verdict), expected \(.expected): \(.reason)"' weak.json
