# SPDX-License-Identifier: MIT
# `retrace dump` prints the corpus byte for byte as `apitrace dump` does.
"$RETRACE_ROOT/scripts/check-dump" "$RETRACE_ROOT"/corpus/mc_*.trace "$RETRACE_ROOT"/corpus/md_{client_mixed,count,huge,xfb}.trace
