# SPDX-License-Identifier: MIT
# uses a driver
# --caps= takes away what a tier needs, and the result names it.
. "$RETRACE_ROOT/cli/t/common"
arms() {
    retrace run --no-timing --no-native --json=out.json "$@" mc_sodium_multidraw.trace >table 2>messages
    local status=$?
    jq -r '.traces[].drivers[] | "reference \(.reference), auto \(.auto)", (.arms[] | "\(.tier) \(.verdict) \(.batches.executed) \(.reason)")' out.json
    echo "=> $status"
}
arms --tier=ext,compute --caps=-GL_EXT_multi_draw_arrays
arms --tier=ext,basevertex,drawelements --caps=es=3.1,-GL_EXT_draw_elements_base_vertex,-GL_OES_draw_elements_base_vertex
arms --tier=all --caps=es=3.0,-GL_EXT_draw_elements_base_vertex,-GL_OES_draw_elements_base_vertex
