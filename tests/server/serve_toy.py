"""`python -m tests.server.serve_toy`: a server of the toy game alone, by the environment."""

from __future__ import annotations

import os

from tapete.app import serve
from tapete.config import from_env
from tapete.house.passwords import Passwords
from tapete.server.failpoints import armed
from tests.toy import Toy

if __name__ == "__main__":
    config = from_env(os.environ)
    serve(
        config,
        {"tanto": Toy()},
        failpoint=armed(config.failpoint),
        passwords=Passwords(memory_kib=64, time_cost=1),
    )
