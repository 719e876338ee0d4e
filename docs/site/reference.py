"""The reference of the library, made of its signatures and docstrings."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from typing import Any

import meadhall

HEAD = """# Reference

Every public name of `import meadhall`, as its docstring describes it; [the library](library.md) tells how they belong
together. These names stay as they are within a major version.
"""
LONGEST = 76  # characters of a signature in one line
CLASSES = ("Match", "Game", "Bot", "Line", "Replay", "Verdict")


def page() -> str:
    """Write the page."""
    return "\n".join([HEAD, *_functions(), *_classes(), *_errors()])


def _functions() -> Iterator[str]:
    yield "## Functions\n"
    for name in sorted(meadhall.__all__):
        thing = getattr(meadhall, name)
        if inspect.isfunction(thing):
            yield _entry(f"meadhall.{name}", thing, 3)


def _classes() -> Iterator[str]:
    for name in CLASSES:
        kind = getattr(meadhall, name)
        yield f"## {name}\n\n{inspect.getdoc(kind)}\n"
        for member, thing in _members(kind):
            yield _entry(f"{name}.{member}", thing, 3)


def _members(kind: type) -> list[tuple[str, Any]]:
    """List what a class offers: what has a name without an underscore and a docstring of its own."""
    found = [(name, thing) for base in reversed(kind.__mro__[:-1]) for name, thing in vars(base).items()]
    return [
        (name, thing)
        for name, thing in dict(found).items()
        if not name.startswith("_") and (inspect.isfunction(thing) or isinstance(thing, property)) and thing.__doc__
    ]


def _errors() -> Iterator[str]:
    yield "## Errors\n\n| error | is a | when |\n|---|---|---|"
    for name in sorted(meadhall.__all__):
        thing = getattr(meadhall, name)
        if inspect.isclass(thing) and issubclass(thing, Exception):
            yield f"| `{name}` | `{thing.__bases__[0].__name__}` | {inspect.getdoc(thing)} |"
    yield ""


def _entry(name: str, thing: Any, depth: int) -> str:
    """Write a heading with the name, its signature and its docstring."""
    text = inspect.getdoc(thing) or ""
    if isinstance(thing, property):
        return f"{'#' * depth} `{name}`\n\n{text}\n"
    return f"{'#' * depth} `{name}`\n\n```python\n{name.split('.')[-1]}{signature(thing)}\n```\n\n{text}\n"


def signature(function: Any) -> str:
    """Write what a function takes and gives, a line for each parameter where one line would be too long."""
    found = inspect.signature(function)
    taken = list(_taken(parameter for parameter in found.parameters.values() if parameter.name != "self"))
    given = "" if found.return_annotation is found.empty else f" -> {_Annotation(found.return_annotation)!r}"
    line = f"({', '.join(taken)}){given}"
    return line if len(line) <= LONGEST else "(\n    " + ",\n    ".join(taken) + f",\n){given}"


def _taken(parameters: Iterable[inspect.Parameter]) -> Iterator[str]:
    """Write each parameter, and the marks `/` and `*` between their kinds."""
    before = None
    for parameter in parameters:
        if before is parameter.POSITIONAL_ONLY and parameter.kind is not before:
            yield "/"
        if parameter.kind is parameter.KEYWORD_ONLY and before not in (
            parameter.KEYWORD_ONLY,
            parameter.VAR_POSITIONAL,
        ):
            yield "*"
        annotated = parameter.annotation is not parameter.empty
        yield str(parameter.replace(annotation=_Annotation(parameter.annotation)) if annotated else parameter)
        before = parameter.kind
    if before is inspect.Parameter.POSITIONAL_ONLY:
        yield "/"


class _Annotation:
    """An annotation that is shown as it was written: most are texts here, which would be shown in quotes."""

    def __init__(self, annotation: Any) -> None:
        self._text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)

    def __repr__(self) -> str:
        return self._text
