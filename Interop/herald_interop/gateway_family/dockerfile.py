"""The syntax of a Dockerfile, as far as ours uses it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from ..checks import Refuted, expect

INSTRUCTIONS = {
    "ADD", "ARG", "CMD", "COPY", "ENTRYPOINT", "ENV", "EXPOSE", "FROM", "HEALTHCHECK", "LABEL", "ONBUILD", "RUN", "SHELL", "STOPSIGNAL", "USER", "VOLUME",
    "WORKDIR",
}
LISTS = {"CMD", "ENTRYPOINT", "RUN", "SHELL"}
VARIABLE = re.compile(r"\$\{?([A-Za-z_][A-Za-z0-9_]*)\}?")
FAULTY = (
    "", "RUN true", "FROM a\nRUM true", "FROM a\nRUN", "FROM a AS\n", "FROM a AS b\nFROM c AS b", "FROM a:${B}", "FROM a\nCOPY . .\nCOPY --from=b x y",
    "FROM a\nCOPY no-such-file /x", "FROM a\nCOPY /etc /x", "FROM a\nCOPY .", 'FROM a\nENTRYPOINT ["a"', "FROM a\nRUN true \\",
)


@dataclass(frozen=True)
class Instruction:
    name: str
    rest: str

    @property
    def options(self) -> dict[str, str]:
        return dict(word[2:].partition("=")[::2] for word in self.rest.split() if word.startswith("--"))

    @property
    def words(self) -> list[str]:
        """The words without options."""
        return [word for word in self.rest.split() if not word.startswith("--")]


def read(text: str) -> list[Instruction]:
    """The instructions, in their order. A line that ends with a backslash goes on in the next one."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    whole, said = "", []
    for line in lines:
        whole += line.rstrip()
        if whole.endswith("\\"):
            whole = whole[:-1]
            continue
        name, _, rest = whole.strip().partition(" ")
        expect(name.upper() in INSTRUCTIONS, f"no instruction: {name}")
        expect(rest.strip(), f"{name} has nothing behind it")
        said.append(Instruction(name.upper(), rest.strip()))
        whole = ""
    expect(not whole, "the last line goes on")
    return said


def verify(text: str, context: Path) -> None:
    """Refutes a file with an unknown instruction, with a stage that is not there, or with a source that is not in the context."""
    said = read(text)
    arguments: set[str] = set()
    stages: list[str] = []
    names: set[str] = set()
    for instruction in said:
        words = instruction.words
        if instruction.name == "FROM":
            expect(len(words) == 1 or len(words) == 3 and words[1].upper() == "AS", f"FROM {instruction.rest}")
            unknown = set(VARIABLE.findall(instruction.rest)) - arguments
            expect(not unknown, f"FROM uses {unknown}, which no ARG names")
            stages.append(words[0])
            if len(words) == 3:
                expect(words[2] not in names, f"two stages are called {words[2]}")
                names.add(words[2])
        elif not stages:
            expect(instruction.name == "ARG", f"{instruction.name} before FROM")
            arguments.add(words[0].split("=")[0])
        elif instruction.name in ("COPY", "ADD"):
            expect(len(words) >= 2, f"{instruction.name} {instruction.rest}")
            stage = instruction.options.get("from")
            expect(stage is None or stage in names, f"no stage is called {stage}")
            for source in [] if stage else words[:-1]:
                # "." is the whole context.
                expect(source == "." or not source.startswith("/") and any(context.glob(source)), f"{source} is not in the context")
        elif instruction.name in LISTS and instruction.rest.startswith("["):
            try:
                expect(all(isinstance(word, str) for word in json.loads(instruction.rest)), f"{instruction.name} {instruction.rest}")
            except ValueError as error:
                raise Refuted(f"{instruction.name} {instruction.rest}: {error}") from error
    expect(stages, "there is no FROM")


def copied(text: str) -> list[str]:
    """The files and folders of the context that the image gets."""
    return [source for one in read(text) if one.name == "COPY" and "from" not in one.options for source in one.words[:-1]]


def refuses_faults(context: Path) -> None:
    """Refutes if a faulty file passes."""
    for text in FAULTY:
        try:
            verify(text, context)
        except Refuted:
            continue
        raise Refuted(f"this passes: {text!r}")
