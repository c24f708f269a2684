# SPDX-License-Identifier: MIT
# uses a driver
# Translated shaders are kept for later runs, under the user's cache folder; --no-cache neither reads nor writes them; files
# that are damaged are translated anew; runs at the same time share the folder.
trace=$RETRACE_ROOT/corpus/md_client_indices.trace
digests() { retrace digest "$@" "$trace" 2>/dev/null | md5sum; }
kept() { find "$1" -type f -path '*/retrace/shaders/*' 2>/dev/null | wc -l; }
verdict() { if [ "$2" = "$3" ]; then echo "$1: yes"; else echo "$1: no, $2 and $3"; fi; }

export XDG_CACHE_HOME=$PWD/cache
reference=$(digests --no-cache)
verdict "--no-cache writes nothing" "$(kept cache)" 0
verdict "first run equal" "$(digests)" "$reference"
count=$(kept cache)
[ "$count" -gt 0 ] && echo "shaders are kept"
stamp=$(find cache -type f -path '*/shaders/*' -printf '%i\n' | sort)
verdict "second run equal" "$(digests)" "$reference"
verdict "nothing written again" "$(find cache -type f -path '*/shaders/*' -printf '%i\n' | sort)" "$stamp"
for f in cache/retrace/shaders/*; do head -c 100 "$f" >x && cat x >"$f"; done
verdict "damaged cache equal" "$(digests)" "$reference"
verdict "as many files" "$(kept cache)" "$count"
rm -rf cache
digests >one & digests >two & digests >three & wait
verdict "three at a time equal" "$(cat one two three | sort -u)" "$reference"
verdict "as many files" "$(kept cache)" "$count"
XDG_CACHE_HOME=relative HOME=$PWD/home digests >/dev/null
verdict "home's .cache without an absolute XDG_CACHE_HOME" "$(kept home/.cache)" "$count"
verdict "nothing in a relative folder" "$(kept relative)" 0
XDG_CACHE_HOME=/proc/none verdict "a cache that cannot be written equal" "$(digests)" "$reference"
XDG_CACHE_HOME=$PWD/run retrace --tier=ext --no-timing --no-native --no-cache "$trace" >/dev/null 2>&1
verdict "run --no-cache writes nothing" "$(kept run)" 0
XDG_CACHE_HOME=$PWD/run retrace --tier=ext --no-timing --no-native "$trace" >/dev/null 2>&1
[ "$(kept run)" -gt 0 ] && echo "run keeps shaders"
