"""What MkDocs asks us while it builds the site."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def on_config(config: Any) -> Any:
    """Leave out of the navigation what is not there."""
    config.nav = _there(config.nav, Path(config.docs_dir))
    return config


def _there(entries: list[dict[str, Any]], folder: Path) -> list[dict[str, Any]]:
    kept = []
    for entry in entries:
        ((title, target),) = entry.items()
        if isinstance(target, list):
            kept.append({title: _there(target, folder)})
        elif (folder / target).exists():
            kept.append(entry)
    return kept
