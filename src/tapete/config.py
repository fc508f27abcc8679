"""The settings of one server, read once from the environment.

| variable | default | meaning |
|---|---|---|
| TAPETE_HOST | 127.0.0.1 | address to listen on |
| TAPETE_PORT | 8080 | port of pages, REST and socket |
| TAPETE_DATA | ./var | folder of the database and of the node key |
| TAPETE_ORIGIN | http://127.0.0.1:PORT | address in the player's browser; https = Secure cookies |
| TAPETE_HOUSE | 1 | 0: no house players, no tables at the first boot |
| TAPETE_THROTTLE | 1 | 0: no limit on new accounts and logins (load measurements only) |
| TAPETE_LOG | info | debug, info, warning, error |
| TAPETE_FAILPOINT | (off) | for the kill test only: where the process kills itself |
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct


class Config(Struct, frozen=True):
    """Everything that a server is started with; nothing else is read from outside."""

    host: str = "127.0.0.1"
    port: int = 8080
    data: Path = Path("var")
    origin: str = ""
    house: bool = True
    throttle: bool = True
    log: str = "info"
    failpoint: str = ""

    @property
    def origins(self) -> frozenset[str]:
        """The origins whose pages may talk to us. Without TAPETE_ORIGIN: this machine's names."""
        if self.origin:
            return frozenset({self.origin})
        return frozenset({f"http://127.0.0.1:{self.port}", f"http://localhost:{self.port}"})

    @property
    def secure(self) -> bool:
        """Whether players come through https, so that cookies can be `__Host-` and Secure."""
        return self.origin.startswith("https://")


def from_env(env: Mapping[str, str]) -> Config:
    """The settings that these variables say. ValueError names the variable that is wrong."""
    port = env.get("TAPETE_PORT", "8080")
    if not port.isdecimal() or not 0 < int(port) < 65536:
        raise ValueError("TAPETE_PORT must be a port number")
    origin = env.get("TAPETE_ORIGIN", "").rstrip("/")
    if origin and not origin.startswith(("http://", "https://")):
        raise ValueError("TAPETE_ORIGIN must begin with http:// or https://")
    return Config(
        host=env.get("TAPETE_HOST", "127.0.0.1"),
        port=int(port),
        data=Path(env.get("TAPETE_DATA", "var")),
        origin=origin,
        house=env.get("TAPETE_HOUSE", "1") != "0",
        throttle=env.get("TAPETE_THROTTLE", "1") != "0",
        log=env.get("TAPETE_LOG", "info"),
        failpoint=env.get("TAPETE_FAILPOINT", ""),
    )
