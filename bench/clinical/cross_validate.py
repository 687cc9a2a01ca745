#!/usr/bin/env python3
"""Cross-validated figures of the analyser: every consultation is reported by models fitted without it.

    cross_validate.py BUILD_DIRECTORY WORK_DIRECTORY [--folds N | --authors] [--details] GOLD... [--training TEXT...]
        [--sections TEXT...]

BUILD_DIRECTORY is that of `cmake --preset bench` (fit_models, print_reports); relevance is fitted with PyTorch
(fit_relevance.py). A GOLD is one directory of consultations, or several with commas between them. All are dealt into N
folds in the order of their names; with --authors, each GOLD holds the talks of one author and is a fold: what a talk by
somebody unknown gives. The TEXTs of training/ take part in every fit, those after --sections (also of phrases/) in that of
the sections. The last line is the scorer's JSON over all consultations.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys

GOLDEN = pathlib.Path(__file__).resolve().parents[2] / "server/tests/golden/clinical"


def folds_of(authors: list[list[str]], count: int | None) -> list[list[pathlib.Path]]:
    """The consultations by author, or dealt into so many folds."""
    by_author = [[path for folder in author for path in pathlib.Path(folder).glob("*.json")] for author in authors]
    if count is None:
        return by_author
    files = sorted((path for own in by_author for path in own), key=lambda path: path.name)
    return [files[i::count] for i in range(count)]


def main() -> None:
    ap = argparse.ArgumentParser()
    ap.add_argument("build", type=pathlib.Path)
    ap.add_argument("work", type=pathlib.Path)
    ap.add_argument("gold", nargs="+")
    ap.add_argument("--folds", type=int, default=4)
    ap.add_argument("--authors", action="store_true")
    ap.add_argument("--training", nargs="*", default=[])
    ap.add_argument("--sections", nargs="*", default=[])
    ap.add_argument("--details", action="store_true")
    args = ap.parse_args()
    programs = args.build / "bench/clinical"
    folds = folds_of([gold.split(",") for gold in args.gold], None if args.authors else args.folds)
    files = sorted((path for fold in folds for path in fold), key=lambda path: path.name)
    for name in ("gold", "reports"):
        shutil.rmtree(args.work / name, ignore_errors=True)
        (args.work / name).mkdir(parents=True)
    for path in files:
        shutil.copy(path, args.work / "gold")
    marks = args.work / "marks.json"
    here = pathlib.Path(__file__).parent
    subprocess.run([sys.executable, here / "mark_facts.py", GOLDEN / "score.py", marks, *files], check=True)
    for i, own in enumerate(folds):
        models = args.work / f"fold{i}"
        models.mkdir(exist_ok=True)
        others = [path for path in files if path not in own]
        subprocess.run([programs / "fit_models", models, marks, *others, *args.training, "--sections",
                        *args.sections], check=True, stdout=subprocess.DEVNULL)
        for kind in ("", "unmarked_"):
            subprocess.run([sys.executable, here / "fit_relevance.py", models / f"{kind}segments.jsonl",
                            models / f"{kind}relevance.model"], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([programs / "print_reports", args.work / "reports", "--models", models, *own], check=True)
    command = [sys.executable, GOLDEN / "score.py", "--gold", args.work / "gold", "--reports", args.work / "reports"]
    subprocess.run(command + (["--details"] if args.details else []), check=True)


if __name__ == "__main__":
    main()
