# SPDX-License-Identifier: MIT
# uses a driver
# Whatever traces are called, their results, pages and pictures are told apart: blanks, line breaks, other alphabets, bytes that are no
# text, one trace twice, the same name in two folders, names that differ by what a file's name cannot have.
. "$RETRACE_ROOT/cli/t/common"
mkdir -p x y/x
cp "$corpus/md_fan.trace" x/t.trace
cp "$corpus/md_strip.trace" y/x/t.trace
cp "$corpus/md_loop.trace" y/x_t.trace
cp x/t.trace 'a b.trace'
cp x/t.trace 'ü-λ.trace'
cp x/t.trace $'line\nbreak\033[31m.trace'
cp x/t.trace $'latin\xfc.trace'
retrace run -q --tier=ext --no-timing --no-native --json=out.json --junit=out.xml --html=report \
    x/t.trace x/t.trace y ./*.trace >table
echo "=> $?"
jq -r '.traces[] | "\(.trace) \(.frames)"' out.json
xmllint --noout --schema "$RETRACE_ROOT/cli/t/junit.xsd" out.xml 2>&1
xmllint --xpath '//testcase[@name="ext"]/@classname' out.xml | sort | uniq -d
grep -c ' calls, ' table
grep -c $'\033' table
# A page each, every one with pictures of its own that are there.
for page in report/trace/*.html; do
    grep -o 'src="[^"]*png"' "$page" | sort -u | wc -l
    grep -o 'src="[^"]*png"' "$page" | sort -u | sed 's/src="\(.*\)"/\1/'
done >pictures
grep -c '^2$' pictures
grep -v '^[0-9]*$' pictures | sort | uniq -d
grep -v '^[0-9]*$' pictures | while read -r picture; do [ -s "report/trace/$(printf %b "${picture//%/\\x}")" ] || echo "$picture is missing"; done
# Another report of the same results has its pictures too, though nothing is run again.
retrace run -q --tier=ext --no-timing --no-native --json=out.json --html=second --resume x/t.trace x/t.trace y ./*.trace >again
cmp table again
diff <(ls report/images) <(ls second/images)

echo 'links that go round'
mkdir -p loop/in
cp x/t.trace loop/in/
ln -s .. loop/in/up
ln -s in loop/latest
ln -s nowhere.trace loop/dangling.trace
retrace run -q --tier=ext --no-timing --no-native loop | grep ' calls, '
mkdir empty
try run empty
