"""The server's own log: JSON lines of what it did, never of who holds what.

A line names tables, hands, codes and counts. No card, no password, no token, no address of a
player, no balance; a test reads a whole evening's lines for them.
"""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog

LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}


def configure(level: str) -> None:
    """JSON lines on stderr, from this level up; the libraries' own warnings go there too."""
    number = LEVELS.get(level, 20)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    logging.getLogger("uvicorn.error").addFilter(_is_news)


def _is_news(record: logging.LogRecord) -> bool:
    """uvicorn complains of a handshake that was answered with an HTTP response; that is how a
    foreign page is refused, and whoever sends it must not fill the log."""
    return "without completing handshake" not in record.getMessage()


def get(part: str) -> Any:
    """The log of one part of the server."""
    return structlog.get_logger(part=part)
