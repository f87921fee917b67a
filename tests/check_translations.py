#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds words of the window that a translation would never reach: where lupdate reads another context than the one that
the program asks for, the sentence stays English without anybody being told.

    check_translations.py ROOT [LUPDATE]   prints FILE:LINE: what, exit code 1, when anything is wrong
    check_translations.py --self-test      shows on small made-up files that each kind is seen

With LUPDATE, the path of Qt's program, its own complaints about contexts count as well.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDERS = ("ui", "app")
# A free helper: lupdate takes the namespace around its calls for their context, whatever the helper hands on.
HELPER = re.compile(r"^[^/\n]*\bQString\s+(?:tr|trUtf8)\s*\(\s*const\s+char\s*\*", re.MULTILINE)
# Of a class: only a macro of Qt gives it a tr() with a context of its own.
QUALIFIED = re.compile(r"\b([A-Z]\w*)::tr\(")
WITH_CONTEXT = re.compile(r"\bclass\s+(\w+)\b[^;{]*\{\s*(?:public:\s*)?(?:Q_OBJECT\b|Q_DECLARE_TR_FUNCTIONS\b)")
OF_QT = {"QObject", "QCoreApplication"}
COMPLAINT = re.compile(r"lacks Q_OBJECT macro|Qualifying with unknown namespace/class")


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def violations(files):
    """Of {path: text}, every (path, line, why)."""
    known = OF_QT | {match.group(1) for text in files.values() for match in WITH_CONTEXT.finditer(text)}
    for path, text in sorted(files.items()):
        for match in HELPER.finditer(text):
            yield (path, line_of(text, match.start()),
                   "a tr() of its own: take a class with Q_DECLARE_TR_FUNCTIONS")
        for match in QUALIFIED.finditer(text):
            if match.group(1) not in known:
                yield (path, line_of(text, match.start()),
                       f"{match.group(1)} has neither Q_OBJECT nor Q_DECLARE_TR_FUNCTIONS")


def complaints(root, lupdate):
    """What lupdate says about contexts, one line each."""
    with tempfile.TemporaryDirectory() as folder:
        command = [lupdate, "-I", ".", "-recursive", *FOLDERS, "-ts", str(Path(folder) / "words.ts")]
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return [f"{lupdate} failed: {done.stderr.strip()}"]
    return [line for line in done.stderr.splitlines() if COMPLAINT.search(line)]


def check(root, lupdate):
    files = {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for folder in FOLDERS
        for path in sorted((root / folder).rglob("*"))
        if path.suffix in (".cpp", ".h")
    }
    if not files:
        print(f"{root} has no sources")
        return 1
    found = [f"{path}:{line}: {why}" for path, line, why in violations(files)]
    if lupdate:
        found += complaints(root, lupdate)
    print("\n".join(found) if found else f"{len(files)} files, every tr() in the context that the program asks for")
    return 1 if found else 0


def self_test():
    declared = 'class Words {\n    Q_DECLARE_TR_FUNCTIONS(Words)\n};\nQString f() { return Words::tr("a"); }\n'
    cases = [
        ({"a.cpp": 'QString tr(const char* text)\n{\n    return translate("A", text);\n}\n'}, ["a.cpp:1"]),
        ({"a.cpp": 'namespace {\nstatic QString tr(const char *text);\n}\n'}, ["a.cpp:2"]),
        ({"a.cpp": declared}, []),
        ({"a.cpp": 'QString f() { return Words::tr("a"); }\n'}, ["a.cpp:1"]),
        ({"a.h": "class Words : public Base<int> {\npublic:\n};\n", "a.cpp": 'auto f = Words::tr("a");\n'}, ["a.cpp:1"]),
        ({"a.h": "class Words : public QObject {\n    Q_OBJECT\n};\n", "a.cpp": 'auto f = Words::tr("a");\n'}, []),
        ({"a.cpp": '// QString tr(const char* text)\nauto f = QObject::tr("a");\n'}, []),
    ]
    for files, expected in cases:
        found = [f"{path}:{line}" for path, line, _ in violations(files)]
        if found != expected:
            print(f"{files}: expected {expected}, found {found}")
            return 1
    print(f"{len(cases)} cases")
    return 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        sys.exit(self_test())
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.exit(check(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) == 3 else ""))
