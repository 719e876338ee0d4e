"""A plain page that lists the calls of the server, made from their OpenAPI description."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from typing import Any

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
       background: #f6f1e7; color: #2b2622 }
h2 { font-size: 1.05rem; margin: 1.6rem 0 .2rem } code { font-family: ui-monospace, monospace }
p { margin: .2rem 0 } a { color: #7d2c22 }
@media (prefers-color-scheme: dark) { body { background: #201c19; color: #ece4d6 } a { color: #e9a594 } }
"""
HASH = b64encode(sha256(STYLE.encode()).digest()).decode()
ALLOWED = f"default-src 'none'; style-src 'sha256-{HASH}'; base-uri 'none'; frame-ancestors 'none'"
HEAD = f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Meadhall for programs</title>
<style>{STYLE}</style></head><body>
<h1>Meadhall for programs</h1>
<p>Everything that the browser does, a program can do: all calls take and give JSON.
The secret of a seat goes into <code>Authorization: Bearer SECRET</code>; several are joined by commas.
What is wrong comes back as a <code>Problem</code> with its HTTP status.
The types of all messages are in <a href="/api/openapi.json">openapi.json</a>.</p>
"""
SOCKET = """<h2><code>WebSocket /api/tables/{name}/socket</code></h2>
<p>Say <code>Hello</code> once; <code>News</code> comes at once and after every change.</p>
</body></html>
"""


def page(schema: Mapping[str, Any]) -> str:
    """List the calls as HTML."""
    calls = [
        f"<h2><code>{method.upper()} {escape(path)}</code></h2>\n"
        f"<p>{escape(call.get('description') or call.get('summary') or '')}{_types(call)}</p>\n"
        for path, methods in schema["paths"].items()
        for method, call in methods.items()
    ]
    return HEAD + "".join(calls) + SOCKET


def _types(call: Mapping[str, Any]) -> str:
    taken = _name(call.get("requestBody", {}).get("content", {}))
    given = next((_name(r.get("content", {})) for code, r in call["responses"].items() if code.startswith("2")), "")
    return "".join(
        f" {word} <code>{escape(name)}</code>." for word, name in (("Takes", taken), ("Gives", given)) if name
    )


def _name(content: Mapping[str, Any]) -> str:
    """Name the type of a body."""
    schema: Mapping[str, Any] = next((body["schema"] for body in content.values() if "schema" in body), {})
    of, many = (schema["items"], "[]") if "items" in schema else (schema, "")
    return of["$ref"].rsplit("/", 1)[-1].rsplit("_", 1)[-1] + many if "$ref" in of else str(schema.get("type", ""))
