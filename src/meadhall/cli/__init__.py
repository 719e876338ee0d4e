"""The command `meadhall`: one function for each of its commands, and what is done about mistakes."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import Annotated

import typer

import meadhall
from meadhall.core.errors import ERRORS
from meadhall.lab.command_options import language_of

from . import bench, hall, keep, lab, verify
from .common import Programs, ProgramSeconds, app, fail

__all__ = ["app", "bench", "hall", "keep", "lab", "main", "verify"]


@app.callback(invoke_without_command=True)
def commands(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 lets others in your network in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port of the web app.")] = 8000,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Where tables are kept: a file, or postgresql://…; by default a file."),
    ] = None,
    bots: Annotated[
        bool, typer.Option("--bots/--no-bots", help="Whether bots play here, or `meadhall worker` does.")
    ] = True,
    open_metrics: Annotated[
        bool, typer.Option("--open-metrics", help="Give /metrics to everybody, not to this machine alone.")
    ] = False,
    proxy: Annotated[
        int, typer.Option(min=0, max=9, metavar="N", help="How many proxies are in front that note who asks.")
    ] = 0,
    limit: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="What one address may ask for: tables=240:12, sockets=1000, all=off."),
    ] = None,
    bot: Programs = None,
    bot_seconds: ProgramSeconds = 10.0,
) -> None:
    """Three Viking board games. Without a command: play them in your browser."""
    if version:
        print(f"meadhall {meadhall.__version__}")
    elif context.invoked_subcommand is None:
        from meadhall.hall import external_bots
        from meadhall.http.rate_limits import Limits
        from meadhall.http.server import serve

        brought = external_bots.read(bot or (), bot_seconds)
        serve(host, port, database, language_of(None), bots, Limits(proxy, limit or ()), open_metrics, brought)


def main() -> None:
    """Run a command; what is wrong with it is said in one sentence."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a screen that lacks a letter shows a question mark
    try:
        app(standalone_mode=False)
        sys.stdout.flush()
    except ERRORS as problem:
        fail(str(problem))
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
    except OSError as problem:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 (what is left in the old one cannot be written)
        fail(f"the system refused: {problem.strerror or problem}")
    except Exception as problem:
        wrong_use = getattr(problem, "format_message", None)  # typer's way to say it
        if wrong_use is None:
            raise
        fail(f"{' '.join(wrong_use().split()).rstrip('.')}; try --help")
