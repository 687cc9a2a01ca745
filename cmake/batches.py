"""Sorts C++ files into batches that the compiler reads as one: batches.py SIZE FILE...

Prints a line for each batch, its files joined by semicolons. What a file calls its own, in a namespace without a name,
no other file of its batch may say: neither would the compiler allow two of a name, nor may a call find another file's.
"""
import pathlib
import re
import sys

OWN = re.compile(r"^namespace \{$(.*?)^\}  // namespace$", re.MULTILINE | re.DOTALL)
COMMENT_OR_TEXT = re.compile(r'//[^\n]*|"(?:\\.|[^"\\\n])*"')
ARGUMENTS = re.compile(r"<[^<>]*>")
TYPE = re.compile(r"(?:struct|class|enum class|enum|using(?=[^;]*=)|namespace) (\w+)")
NAMED = re.compile(r"(\w+)\s*(?:\(|=|\{|;|\[|$)")


def own_names(text: str) -> set[str]:
    """The layout puts what a namespace declares at the beginning of a line, and closes it there."""
    names = set(re.findall(r"^using std::[\w:]*?(\w+);", text, re.MULTILINE))
    for part in OWN.findall(text):
        for declaration in re.findall(r"^(?!using [^=;]*;)[A-Za-z][^;{]*[;{]?", COMMENT_OR_TEXT.sub("", part), re.MULTILINE):
            if declaration.startswith("template"):
                declaration = declaration.split("\n", 1)[-1]
            while (shorter := ARGUMENTS.sub("", declaration)) != declaration:
                declaration = shorter
            found = TYPE.match(declaration) or NAMED.search(declaration)
            if found and not found[1].isupper():  # TEST and the like are macros
                names.add(found[1])
    return names


def batches(size: int, files: list[str]) -> list[list[str]]:
    """Every file goes into the first batch that has room for it and nothing against it."""
    made: list[tuple[list[str], set[str], set[str]]] = []
    for file in files:
        text = pathlib.Path(file).read_text(encoding="utf-8")
        own, words = own_names(text), set(re.findall(r"\w+", COMMENT_OR_TEXT.sub("", text)))
        for members, their_own, their_words in made:
            if len(members) < size and not own & their_words and not their_own & words:
                break
        else:
            members, their_own, their_words = [], set(), set()
            made.append((members, their_own, their_words))
        members.append(file)
        their_own |= own
        their_words |= words
    return [members for members, _, _ in made]


for batch in batches(int(sys.argv[1]), sys.argv[2:]):
    print(";".join(batch))
