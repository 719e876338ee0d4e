"""A notebook as a page: its cells are run as code, and what they print and show stands below them."""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any


def page(notebook: Path, pictures: Path) -> str:
    """Run a notebook, keep its pictures in a folder beside the page, and give the page."""
    pictures.mkdir(parents=True, exist_ok=True)
    names: dict[str, Any] = {}
    written = []
    for number, cell in enumerate(json.loads(notebook.read_text("utf-8"))["cells"]):
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            written.append(source)
            continue
        printed, shown = run(source, names)
        written.append(f"```python\n{source}\n```")
        if printed:
            written.append(f"```text\n{printed.rstrip()}\n```")
        written.append(_seen(shown, pictures / f"{notebook.stem}-{number}.svg"))
    return "\n\n".join(filter(None, written)) + "\n"


def run(source: str, names: dict[str, Any]) -> tuple[str, Any]:
    """Run a cell: what it printed, and the value of its last line, if that is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, "cell", "exec"), names)
        shown = None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    return printed.getvalue(), shown


def _seen(value: Any, file: Path) -> str:
    """Write what a notebook would show of a value."""
    if value is None:
        return ""
    if hasattr(value, "_repr_html_"):
        return str(value._repr_html_())
    if hasattr(value, "_repr_svg_"):
        file.write_text(value._repr_svg_(), "utf-8")
        return f"![{value!r}]({file.parent.name}/{file.name})"
    return f"```text\n{value!r}\n```"
