# SPDX-License-Identifier: MIT
# uses a driver
# A driver that fails in one function costs the tier that needs it, with a verdict; the other tiers and the reference are judged.
. "$RETRACE_ROOT/cli/t/common"
# Seconds that a whole replay surely takes less than; sanitizers make it slow.
limit=8
[ -z "${SAN:-}" ] || limit=90

echo 'none'
faulty
judge --tier=ext,indirect

echo 'crash in a draw'
faulty SHIM_CRASH=glMultiDrawElementsBaseVertexEXT
judge --tier=ext,indirect
grep -c 'ext .*crashed' table

echo 'crash in a late draw'
faulty SHIM_CRASH=glDrawElementsIndirect SHIM_AFTER=5000
judge --tier=indirect

echo 'hang in a draw'
faulty SHIM_HANG=glDrawElementsIndirect
judge --tier=ext,indirect --timeout="$limit"
grep -c 'indirect .*hung' table

echo 'one batch dropped'
faulty SHIM_DROP=glMultiDrawElementsBaseVertexEXT SHIM_AFTER=200 SHIM_ONCE=1
judge --tier=ext
jq -c '.traces[].drivers[].arms[] | select(.tier == "ext") | .divergence.frame' out.json

echo 'one sub-draw dropped'
faulty SHIM_DROP=glDrawElements SHIM_AFTER=20005 SHIM_ONCE=1
judge --tier=drawelements

echo 'dispatches dropped'
faulty SHIM_DROP=glDispatchCompute
judge --tier=compute

echo 'a function missing that the extension promises'
faulty SHIM_HIDE=glMultiDrawElementsBaseVertexEXT
judge --tier=ext

echo 'crash in the reference'
faulty SHIM_CRASH=glDrawElementsBaseVertex,glDrawElementsBaseVertexEXT,glDrawElementsBaseVertexOES
judge --tier=ext
