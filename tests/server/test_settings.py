"""What a server is started with."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from tapete.config import Config, from_env
from tapete.server.chance import SystemChance
from tapete.server.failpoints import armed, nothing
from tapete.server.nodekey import FILE, node_key
from tapete.server.rates import Bucket, Throttle


def test_the_defaults_and_the_environment() -> None:
    assert from_env({}) == Config()
    config = from_env({"TAPETE_PORT": "9000", "TAPETE_DATA": "/x", "TAPETE_HOUSE": "0"})
    assert (config.port, config.data, config.house) == (9000, Path("/x"), False)
    assert config.origins == {"http://127.0.0.1:9000", "http://localhost:9000"}
    assert not config.secure


def test_an_origin_behind_https() -> None:
    config = from_env({"TAPETE_ORIGIN": "https://mesa.example/"})
    assert config.origins == {"https://mesa.example"}
    assert config.secure


@pytest.mark.parametrize(
    "env", [{"TAPETE_PORT": "x"}, {"TAPETE_PORT": "70000"}, {"TAPETE_ORIGIN": "mesa.example"}]
)
def test_a_wrong_setting_is_named(env: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=next(iter(env))):
        from_env(env)


def test_failpoints_are_off_and_refuse_what_they_do_not_know() -> None:
    assert armed("") is nothing
    for wrong in ("somewhere", "before_commit:x"):
        with pytest.raises(ValueError, match="TAPETE_FAILPOINT"):
            armed(wrong)


def test_the_node_key_is_made_once_and_only_the_owner_reads_it(tmp_path: Path) -> None:
    key = node_key(tmp_path)
    assert len(key) == 32
    assert node_key(tmp_path) == key
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


def test_a_bucket_gives_a_burst_and_then_its_rate() -> None:
    bucket = Bucket(3, 2, now_ms=0)
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(499)
    assert bucket.take(500)
    assert not bucket.take(500)
    assert [bucket.take(100_000) for _ in range(4)] == [True, True, True, False]


def test_a_throttle_counts_each_key_alone_and_forgets_the_oldest() -> None:
    throttle = Throttle(2, 1_000, keys=2)
    assert [throttle.take("a", 0) for _ in range(3)] == [True, True, False]
    assert throttle.take("b", 0)
    assert throttle.take("a", 1_000)
    assert not throttle.take("a", 1_000)
    assert throttle.take("c", 1_000)
    assert throttle.take("b", 1_000), "forgotten, begins anew"


def test_chance_gives_every_byte_once() -> None:
    chance = SystemChance()
    drawn = [chance(n) for n in (1, 16, 4_000, 200, 1, 10_000, 3)]
    assert [len(piece) for piece in drawn] == [1, 16, 4_000, 200, 1, 10_000, 3]
    whole = b"".join(drawn)
    words = [whole[at : at + 8] for at in range(0, len(whole) - 8, 8)]
    assert len(set(words)) == len(words)
