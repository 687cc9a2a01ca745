#!/usr/bin/env python3
"""Cross-validated figures of the analyser: every consultation is reported by models fitted without it.

    cross_validate.py BUILD_DIRECTORY WORK_DIRECTORY [--folds N] [--details] [--training TEXT...] GOLD_DIRECTORY...

BUILD_DIRECTORY is that of `cmake --preset bench` (fit_models, print_reports). The consultations of all GOLD_DIRECTORY
are dealt into N folds in the order of their names; the TEXTs of training/ take part in every fit. The last line is the
scorer's JSON over all consultations.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys

GOLDEN = pathlib.Path(__file__).resolve().parents[2] / "server/tests/golden/clinical"


def main() -> None:
    ap = argparse.ArgumentParser()
    ap.add_argument("build", type=pathlib.Path)
    ap.add_argument("work", type=pathlib.Path)
    ap.add_argument("gold", type=pathlib.Path, nargs="+")
    ap.add_argument("--folds", type=int, default=4)
    ap.add_argument("--training", nargs="*", default=[])
    ap.add_argument("--details", action="store_true")
    args = ap.parse_args()
    programs = args.build / "bench/clinical"
    files = sorted((path for folder in args.gold for path in folder.glob("*.json")), key=lambda path: path.name)
    for name in ("gold", "reports"):
        shutil.rmtree(args.work / name, ignore_errors=True)
        (args.work / name).mkdir(parents=True)
    for path in files:
        shutil.copy(path, args.work / "gold")
    marks = args.work / "marks.json"
    here = pathlib.Path(__file__).parent
    subprocess.run([sys.executable, here / "mark_facts.py", GOLDEN / "score.py", marks, *files], check=True)
    for fold in range(args.folds):
        models = args.work / f"fold{fold}"
        models.mkdir(exist_ok=True)
        others = [path for i, path in enumerate(files) if i % args.folds != fold]
        own = files[fold::args.folds]
        subprocess.run([programs / "fit_models", models, marks, *others, *args.training], check=True,
                       stdout=subprocess.DEVNULL)
        subprocess.run([programs / "print_reports", args.work / "reports", "--models", models, *own], check=True)
    command = [sys.executable, GOLDEN / "score.py", "--gold", args.work / "gold", "--reports", args.work / "reports"]
    subprocess.run(command + (["--details"] if args.details else []), check=True)


if __name__ == "__main__":
    main()
