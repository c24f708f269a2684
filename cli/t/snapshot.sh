# SPDX-License-Identifier: MIT
# uses a driver
# digest --snapshot= ends with the last call that it was asked for, and what it leaves unread is no damage.
. "$RETRACE_ROOT/cli/t/common"
retrace digest --snapshot=292-300/draw mc_scene_mix.trace 2>messages | cut -d' ' -f1,2
echo "=> ${PIPESTATUS[0]}"
grep -c damaged messages || :
