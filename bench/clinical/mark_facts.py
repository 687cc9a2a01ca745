"""Marks the words that carry the facts of annotated consultations: mark_facts.py SCORE_PY OUT.json FILE.json...

For every fact, the shortest run of neighbouring segments of one utterance (cut at punctuation) in which one of its
patterns matches. Writes {file name: [[begin, end, critical], ...]} in UTF-16 units of the transcript, for fit_models.
"""
import concurrent.futures
import importlib.util
import json
import pathlib
import re
import sys


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def segments(text: str) -> list[tuple[int, int]]:
    """(begin, end) of the pieces between marks; text without marks is cut every eight words."""
    pieces, begin = [], 0
    for mark in re.finditer(r"[.,;:?!]+\s+|$", text):
        piece = text[begin:mark.end()]
        words = list(re.finditer(r"\S+", piece))
        for first in range(0, max(len(words), 1), 8):
            if words:
                last = min(first + 8, len(words)) - 1
                if len(words) - first < 4 and first:
                    pieces[-1] = (pieces[-1][0], begin + words[-1].end())
                else:
                    pieces.append((begin + words[first].start(), begin + words[last].end()))
        begin = mark.end()
    return pieces


def marks(gold: dict, score) -> list[list]:
    found, offset = [], 0
    for utterance in gold["utterances"]:
        text = utterance["text"]
        pieces = segments(text)
        for fact in gold["facts"]:
            if not {fact["section"], *fact.get("also", [])} & set(utterance["sections"]):
                continue
            for length in range(1, len(pieces) + 1):
                hits = [(pieces[i][0], pieces[i + length - 1][1]) for i in range(len(pieces) - length + 1)
                        if score.matches(fact["any"], text[pieces[i][0]:pieces[i + length - 1][1]])]
                for begin, end in hits:
                    start = offset + units(text[:begin])
                    found.append([start, start + units(text[begin:end]), int(fact["critical"])])
                if hits:
                    break
        offset += units(text) + 1
    return sorted(found)


def load_scorer(path: str) -> None:
    """Once in each process: the module "score" from then on."""
    spec = importlib.util.spec_from_file_location("score", path)
    sys.modules["score"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules["score"])


def marks_of(name: str) -> tuple[str, list[list]]:
    path = pathlib.Path(name)
    return path.name, marks(json.loads(path.read_text(encoding="utf-8")), sys.modules["score"])


def main() -> None:
    scorer, out, *names = sys.argv[1:]
    with concurrent.futures.ProcessPoolExecutor(initializer=load_scorer, initargs=(scorer,)) as pool:
        table = dict(pool.map(marks_of, names, chunksize=16))
    pathlib.Path(out).write_text(json.dumps(table), encoding="utf-8")


if __name__ == "__main__":
    main()
