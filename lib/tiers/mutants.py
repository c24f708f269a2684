#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Proves that the harness can catch what it is for: builds retrace once per deliberate bug of mutants.json and runs it
over the corpus until a verdict is not the expected one. Prints what caught each; a mutant that survives, or whose text
is no longer in the source, makes the exit status 1.

    lib/tiers/mutants.py [--build=build] [--driver=llvmpipe] [NAME…]

Needs a built tree (make). Each mutant recompiles one file and links; nothing in the tree changes: the product has no
hooks for this."""
import glob, json, os, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def options(argv):
    opts = {"build": "build", "driver": "llvmpipe"}
    names = []
    for arg in argv:
        key, sep, value = arg.lstrip("-").partition("=")
        if arg.startswith("--") and sep and key in opts:
            opts[key] = value
        else:
            names.append(arg)
    return opts, names


def link_flags(build):
    """The libraries that the Makefile links retrace with, as make prints them."""
    out = subprocess.run(["make", "-n", "-W", "lib/log.c", "V=1", "BUILD=" + build, build + "/retrace"], cwd=ROOT,
                         capture_output=True, text=True).stdout
    line = [l for l in out.splitlines() if " -o %s/retrace " % build in l][-1]
    return [w for w in line.split() if w.startswith("-l")]


def mutate(mutant):
    with open(os.path.join(ROOT, mutant["file"])) as f:
        text = f.read()
    for old, new in [[mutant["old"], mutant["new"]]] + mutant.get("also", []):
        if old not in text:
            return None
        text = text.replace(old, new, 1)
    return text


def build(mutant, opts, libs, folder):
    """The path of the mutant's retrace; None after saying why there is none."""
    text = mutate(mutant)
    if text is None:
        print("%-32s its text is not in %s any more" % (mutant["name"], mutant["file"]))
        return None
    source, obj, exe = (os.path.join(folder, n) for n in ("mutant.c", "mutant.o", "retrace"))
    with open(source, "w") as f:
        f.write(text)
    flags = ["-std=c11", "-D_GNU_SOURCE", "-O1", "-w", "-fno-strict-aliasing", "-Ilib", "-I" + opts["build"] + "/gen",
             "-iquote", os.path.join(ROOT, os.path.dirname(mutant["file"]))]
    compiled = subprocess.run(["gcc", *flags, "-c", "-o", obj, source], cwd=ROOT, capture_output=True, text=True)
    original = os.path.join(opts["build"], "obj", os.path.splitext(mutant["file"])[0] + ".o")
    objs = [o for kind in ("lib/**", "cli") for o in glob.glob(os.path.join(opts["build"], "obj", kind, "*.o"), root_dir=ROOT,
                                                              recursive=True)]
    objs = sorted({o for o in objs if o != original and not o.endswith(("_test.o", "_fuzz.o"))})
    linked = compiled.returncode == 0 and subprocess.run(["gcc", "-o", exe, obj, *objs, *libs], cwd=ROOT,
                                                         capture_output=True, text=True)
    if not linked or linked.returncode:
        print("%-32s does not build: %s" % (mutant["name"], (compiled.stderr or linked.stderr)[-300:]))
        return None
    return exe


def judge(mutant, trace, exe, opts, folder):
    """What gave the mutant away on this trace, or None."""
    out = os.path.join(folder, "result.json")
    if os.path.exists(out):
        os.unlink(out)
    subprocess.run([exe, "run", "--tier=all", "--driver=" + opts["driver"], "--drivers=drivers.json", "--expected=expected",
                    "--no-timing", "--timeout=60", "--json=" + out, *mutant.get("args", []), trace],
                   cwd=ROOT, capture_output=True)
    with open(out) as f:
        driver = json.load(f)["traces"][0]["drivers"][0]
    name = os.path.basename(trace)[:-6]
    with open(os.path.join(ROOT, "expected", name, "tiers.json")) as f:
        expected = json.load(f)
    if expected["native"] == "identical" and driver["native"] == "differs":
        return "%s: native differs" % name
    for arm in driver["arms"]:
        want = expected["tiers"].get(arm["tier"])
        if arm["tier"] == "multiindirect" and arm["verdict"] == "unsupported":
            continue
        declined = {d["reason"]: d["count"] for d in arm["batches"]["declined"]}
        if want and (arm["verdict"] != want["verdict"] or declined != want.get("declined", {})):
            return "%s: %s %s%s" % (name, arm["tier"], arm["verdict"],
                                   "".join(" %s:%d" % d for d in declined.items()))
    return None


def main():
    opts, names = options(sys.argv[1:])
    with open(os.path.join(ROOT, "lib/tiers/mutants.json")) as f:
        mutants = [m for m in json.load(f) if not names or m["name"] in names]
    corpus = sorted(glob.glob("corpus/md_*.trace", root_dir=ROOT))
    libs = link_flags(opts["build"])
    survivors = 0
    with tempfile.TemporaryDirectory() as folder:
        for mutant in mutants:
            exe = build(mutant, opts, libs, folder)
            first = ["corpus/%s.trace" % t for t in mutant["try"]]
            caught = None
            for trace in first + [t for t in corpus if t not in first] if exe else []:
                caught = judge(mutant, trace, exe, opts, folder)
                if caught:
                    break
            print("%-32s %s" % (mutant["name"], caught or "SURVIVED"), flush=True)
            survivors += not caught
    print("%d of %d mutants caught" % (len(mutants) - survivors, len(mutants)))
    return 1 if survivors or not mutants else 0


if __name__ == "__main__":
    sys.exit(main())
