"""The client's types are those of the server, to the byte."""

from __future__ import annotations

from tapete.server import typescript


def test_the_generated_file_is_fresh() -> None:
    assert typescript.TARGET.read_text(encoding="utf-8") == typescript.text(typescript._games()), (
        "run: python -m tapete.server.typescript"
    )
