"""`pytest --quick` runs tests that need no browser, no server, no database, no other process, no compiler and no time.

No list says which they are: a test that asks for one of these is skipped as it asks, by Python's own audit events, and
one that computes for long when its time is up.
"""

import multiprocessing.process
import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

NEEDS = {"socket.bind": "a server", "sqlite3.connect": "a database", "subprocess.Popen": "a process"}
COMPILERS = ("numba", "torch")
LONGEST_SECONDS = 0.25  # that a test may compute; what others do on the machine does not count
LEFT_BY_INTERRUPTED_TESTS = (
    "ResourceWarning",
    "pytest.PytestUnraisableExceptionWarning",
    "pytest.PytestUnhandledThreadExceptionWarning",
)
NOT_OURS = {Path(os.__file__).parent, Path(pytest.__file__).parent.parent}  # Python's own modules, and site-packages
GRACE_SECONDS = 1  # until a test is interrupted that goes on without what it asked for


class Quick:
    """A plugin that skips tests by what they ask for."""

    def __init__(self):
        self.running = False
        self.asked = []
        self.began = 0.0
        self.over = threading.Event()

    def pytest_configure(self, config):
        """Listen to Python; this cannot be undone, so only `--quick` does it."""
        for left in LEFT_BY_INTERRUPTED_TESTS:
            config.addinivalue_line("filterwarnings", f"ignore::{left}")
        sys.addaudithook(self.hear)
        signal.signal(signal.SIGVTALRM, self.late)
        start = multiprocessing.process.BaseProcess.start

        def heard(process):
            self.need("a process")
            start(process)

        multiprocessing.process.BaseProcess.start = heard  # the one door without an event

    def hear(self, event, arguments):
        """Skip whoever asks for what is not here."""
        if event == "import" and arguments[0] in COMPILERS:
            self.need("a compiler")
            raise ImportError("no compiler under --quick")  # not between tests either, lest those after have one
        elif event in NEEDS:
            self.need(NEEDS[event])

    def late(self, _, frame):
        """Interrupt a test in code of ours alone: Python itself and what we use may not be ready for it."""
        file = Path(frame.f_code.co_filename)
        left = LONGEST_SECONDS - (time.thread_time() - self.began)  # threads of others do not count
        if self.asked or (left <= 0 and file.is_absolute() and NOT_OURS.isdisjoint(file.parents)):
            self.need("more time")
        else:
            signal.setitimer(signal.ITIMER_VIRTUAL, max(left, LONGEST_SECONDS / 10))

    def need(self, what):
        if self.running:
            self.asked.append(what)
            if len(self.asked) == 1:
                threading.Thread(target=self.interrupt, args=(self.asked,), daemon=True).start()
            pytest.skip(f"needs {self.asked[0]}", allow_module_level=True)

    def interrupt(self, asked):
        """Wake a test that waits for an answer which another thread or a task of asyncio did not get."""
        while not self.over.wait(GRACE_SECONDS) and asked is self.asked:
            os.kill(os.getpid(), signal.SIGVTALRM)

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self):
        """A file that asks for something as it is read is skipped as a whole."""
        return (yield from self.watch())

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self):
        return (yield from self.watch())

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item):
        if "browser" in item.fixturenames:  # Playwright's event loop would live on
            self.need("a browser")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self):
        self.began = time.thread_time()
        signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST_SECONDS)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    def watch(self):
        self.running, self.asked, self.over = True, [], threading.Event()
        try:
            return (yield)
        finally:
            self.running = False
            self.over.set()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item, call):
        """A test that asked is skipped, whatever became of it: another thread may have asked, and left it waiting."""
        if not call.excinfo or not self.asked:
            return None
        reason = (str(item.path), item.location[1], f"Skipped: needs {self.asked[0]}")
        return pytest.TestReport(
            item.nodeid, item.location, dict.fromkeys(item.keywords, 1), "skipped", reason, call.when
        )
