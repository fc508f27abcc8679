"""Named places where a process can be made to die, for the kill test. Off by default.

TAPETE_FAILPOINT=`before_commit:7` kills the process at its seventh step's commit. The places:
`before_commit` (all written, nothing committed), `after_commit` (durable, nobody was told),
`after_answer` (the first reader has its answer).
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

PLACES = ("before_commit", "after_commit", "after_answer")


def nothing(_name: str) -> None:
    """The failpoint of every server that is not being tested."""


def armed(setting: str) -> Callable[[str], None]:
    """A function that counts the calls of one place and kills at the given one."""
    if not setting:
        return nothing
    place, _, number = setting.partition(":")
    if place not in PLACES or not (number or "1").isdecimal():
        raise ValueError("TAPETE_FAILPOINT must be PLACE:NUMBER")
    left = int(number or "1")

    def reach(name: str) -> None:
        nonlocal left
        if name == place:
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    return reach
