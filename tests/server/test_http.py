"""The REST side: who may do what, and that every refusal is a code."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import AsyncTestClient

from tapete.app import create
from tapete.config import Config
from tapete.games.registry import GAMES
from tapete.house.passwords import Passwords
from tapete.server import documents

TERMS = documents.load("terminos")
assert TERMS is not None
GUEST = {"nick": "Ana", "terms": TERMS.version, "fair_play": True}
MEMBER = GUEST | {"password": "una clave larga"}


def _app(config: Config) -> Any:
    return create(config, GAMES, passwords=Passwords(memory_kib=64, time_cost=1))


@pytest.fixture
async def web(tmp_path: Path) -> AsyncIterator[AsyncTestClient[Any]]:
    config = Config(data=tmp_path, house=False)
    async with AsyncTestClient(_app(config), base_url="http://127.0.0.1:8080") as client:
        yield client


async def refused(answer: Any, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()) == (status, {"code": code})
    assert answer.headers["cache-control"] == "no-store"


# ── accounts ─────────────────────────────────────────────────────────────────────────────────
async def test_a_new_member_has_a_grant_and_a_safe_cookie(web: AsyncTestClient[Any]) -> None:
    answer = await web.post("/api/register", json=MEMBER)
    assert answer.status_code == 200
    me = answer.json()["me"]
    assert (me["nick"], me["balance"], me["guest"]) == ("Ana", 500_000, False)
    cookie = answer.headers["set-cookie"].lower()
    assert cookie.startswith("tapete=")
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert (await web.get("/api/session")).json()["me"] == me


async def test_the_cookie_is_host_and_secure_behind_https(tmp_path: Path) -> None:
    config = Config(data=tmp_path, house=False, origin="https://mesa.example")
    async with AsyncTestClient(_app(config), base_url="https://mesa.example") as client:
        answer = await client.post("/api/guest", json=GUEST)
        assert answer.headers["set-cookie"].startswith("__Host-tapete=")
        assert "secure" in answer.headers["set-cookie"].lower()
        assert "strict-transport-security" in answer.headers
        assert (await client.get("/api/session")).json()["me"]["nick"] == "Ana"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"fair_play": False}, "terms_missing"),
        ({"terms": "t0"}, "terms_missing"),
        ({"nick": "a"}, "nick_wrong"),
        ({"nick": "\u202eevil"}, "nick_wrong"),
        ({"nick": "x" * 30}, "nick_wrong"),
        ({"password": "corta"}, "password_wrong"),
        ({"password": "x" * 200}, "password_wrong"),
        ({"admin": True}, "malformed"),
        ({"fair_play": 1}, "malformed"),
        ({"nick": 7}, "malformed"),
    ],
)
async def test_a_registration_that_is_refused(
    web: AsyncTestClient[Any], changes: dict[str, Any], code: str
) -> None:
    status = 400 if code == "malformed" else 409
    await refused(await web.post("/api/register", json=MEMBER | changes), status, code)


async def test_a_nick_belongs_to_one(web: AsyncTestClient[Any]) -> None:
    assert (await web.post("/api/register", json=MEMBER)).status_code == 200
    web.cookies.clear()
    await refused(await web.post("/api/register", json=MEMBER | {"nick": "ANA"}), 409, "nick_taken")
    await refused(await web.post("/api/guest", json=GUEST), 409, "nick_taken")


async def test_a_guest_becomes_a_member_and_keeps_what_he_has(web: AsyncTestClient[Any]) -> None:
    guest = (await web.post("/api/guest", json=GUEST)).json()["me"]
    assert guest["guest"]
    member = (await web.post("/api/register", json=MEMBER | {"nick": "Ana dos"})).json()["me"]
    assert (member["user"], member["balance"]) == (guest["user"], 500_000)
    await refused(await web.post("/api/register", json=MEMBER), 409, "member_already")


async def test_a_wrong_login_tells_nothing(web: AsyncTestClient[Any]) -> None:
    await web.post("/api/register", json=MEMBER)
    web.cookies.clear()
    known = {"nick": "Ana", "password": "otra clave larga"}
    unknown = {"nick": "Nadie", "password": "otra clave larga"}
    times: dict[str, list[float]] = {"Ana": [], "Nadie": []}
    for _ in range(8):
        for body in (known, unknown):
            start = time.perf_counter()
            answer = await web.post("/api/login", json=body)
            times[body["nick"]].append(time.perf_counter() - start)
            await refused(answer, 401, "login_wrong")
    ana, nobody = (statistics.median(times[nick]) for nick in ("Ana", "Nadie"))
    assert 1 / 3 < ana / nobody < 3, "as long for a nick that does not exist"


async def test_logins_are_throttled(web: AsyncTestClient[Any]) -> None:
    body = {"nick": "Ana", "password": "x" * 10}
    codes = [(await web.post("/api/login", json=body)).status_code for _ in range(12)]
    assert codes[:10] == [401] * 10
    assert codes[10:] == [429] * 2


async def test_leaving_ends_the_session_on_the_server(web: AsyncTestClient[Any]) -> None:
    await web.post("/api/register", json=MEMBER)
    cookie = web.cookies["tapete"]
    assert (await web.post("/api/logout")).json()["me"] is None
    web.cookies.set("tapete", cookie)
    assert (await web.get("/api/session")).json()["me"] is None
    await refused(await web.get("/api/wallet"), 401, "signed_out")
    login = await web.post("/api/login", json={"nick": "ana", "password": MEMBER["password"]})
    assert login.json()["me"]["nick"] == "Ana"


async def test_a_refill_is_for_who_has_little(web: AsyncTestClient[Any]) -> None:
    await web.post("/api/register", json=MEMBER)
    await refused(await web.post("/api/refill"), 409, "refill_unneeded")


# ── forms of requests ────────────────────────────────────────────────────────────────────────
NUMBER = '{"game":"primera","name":"Mesa","rules":{"pique_minimo":%s},"house":0}'


@pytest.mark.parametrize("value", ['"5000"', "5000.0", "5e3", "true", "null", "[5000]", "-5000"])
async def test_the_seven_bad_values(web: AsyncTestClient[Any], value: str) -> None:
    await web.post("/api/guest", json=GUEST)
    head = {"Content-Type": "application/json"}
    await refused(
        await web.post("/api/tables", content=NUMBER % value, headers=head), 409, "rules_wrong"
    )
    house = NUMBER.replace('"house":0', f'"house":{value}') % "5000"
    await refused(await web.post("/api/tables", content=house, headers=head), 400, "malformed")


async def test_only_json_is_json(web: AsyncTestClient[Any]) -> None:
    body = json.dumps(GUEST)
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        answer = await web.post("/api/guest", content=body, headers={"Content-Type": kind})
        await refused(answer, 415, "media_wrong")


@pytest.mark.parametrize("body", ["", "{", "[]", "null", '{"nick":"\\ud800"}', "\x00"])
async def test_a_body_that_is_nothing(web: AsyncTestClient[Any], body: str) -> None:
    head = {"Content-Type": "application/json"}
    await refused(await web.post("/api/guest", content=body, headers=head), 400, "malformed")


async def test_a_body_that_is_too_large(web: AsyncTestClient[Any]) -> None:
    answer = await web.post("/api/guest", json=GUEST | {"nick": "x" * 50_000})
    await refused(answer, 413, "too_large")


async def test_a_page_of_another_origin_is_refused(web: AsyncTestClient[Any]) -> None:
    answer = await web.post("/api/guest", json=GUEST, headers={"Origin": "https://evil.example"})
    await refused(answer, 403, "foreign_origin")
    own = {"Origin": "http://127.0.0.1:8080"}
    assert (await web.post("/api/guest", json=GUEST, headers=own)).status_code == 200


async def test_addresses_and_methods_that_are_not(web: AsyncTestClient[Any]) -> None:
    await refused(await web.get("/api/nada"), 404, "not_found")
    await refused(await web.get("/api/tables/nada"), 404, "unknown_table")
    await refused(await web.get("/api/hands/nada"), 404, "unknown_hand")
    await refused(await web.get("/api/pages/reglas/nada"), 404, "not_found")
    await refused(await web.delete("/api/lobby"), 405, "not_allowed")
    await web.post("/api/guest", json=GUEST)
    await refused(await web.get("/api/wallet?limit=many"), 400, "malformed")
    for wrong in ("before=x", f"before={10**30}.1", "before=1.٣", "sign=up", f"since_ms={10**30}"):
        await refused(await web.get(f"/api/wallet?{wrong}"), 400, "malformed")
    await refused(await web.get("/api/hands?limit=100000"), 400, "malformed")


# ── tables ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("000:7")
async def test_a_table_is_made_and_listed(web: AsyncTestClient[Any]) -> None:
    await web.post("/api/guest", json=GUEST)
    rules = {"pique_minimo": 1000, "entrada_minima": 5000}
    body = {"game": "primera", "name": "  La   Nueva ", "rules": rules}
    made = (await web.post("/api/tables", json=body)).json()
    assert (made["name"], made["least"], made["capacity"]) == ("La Nueva", 5000, 7)
    assert made["rules"]["pique_minimo"] == 1000
    assert made["rules"]["denominaciones"] == [500, 1_000, 2_000, 5_000, 10_000, 50_000]
    lobby = (await web.get("/api/lobby")).json()
    assert lobby["tables"] == [made]
    assert (await web.get(f"/api/tables/{made['table']}")).json() == made


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"game": "tute"}, "unknown_game"),
        ({"name": "x"}, "name_wrong"),
        ({"name": "a\u202eb"}, "name_wrong"),
        ({"rules": {"pique_maximo": 1}}, "rules_wrong"),
        ({"rules": {"capacidad": 8}}, "rules_wrong"),
        ({"rules": {"turno_s": 0}}, "rules_wrong"),
        ({"rules": {"turno_s": 10**9}}, "rules_wrong"),
        ({"rules": {"pique_minimo": 10**15}}, "rules_wrong"),
        ({"rules": {"denominaciones": []}}, "rules_wrong"),
        ({"rules": {"denominaciones": list(range(1, 100))}}, "rules_wrong"),
        ({"house": 7}, "malformed"),
    ],
)
async def test_a_table_that_is_refused(
    web: AsyncTestClient[Any], changes: dict[str, Any], code: str
) -> None:
    await web.post("/api/guest", json=GUEST)
    body = {"game": "primera", "name": "Mesa", "rules": {}, "house": 0} | changes
    status = 400 if code == "malformed" else 409
    await refused(await web.post("/api/tables", json=body), status, code)


async def test_nobody_makes_a_table(web: AsyncTestClient[Any]) -> None:
    body = {"game": "primera", "name": "Mesa"}
    await refused(await web.post("/api/tables", json=body), 401, "signed_out")


# ── wallet ───────────────────────────────────────────────────────────────────────────────────
async def test_the_wallet_tells_where_the_credits_came_from(web: AsyncTestClient[Any]) -> None:
    await web.post("/api/guest", json=GUEST)
    wallet = (await web.get("/api/wallet")).json()
    assert wallet["balance"] == 500_000
    (line,) = wallet["rows"]
    assert (line["why"], line["amount"], line["balance"]) == ("alta", 500_000, 500_000)
    assert (await web.get("/api/wallet?sign=out")).json()["rows"] == []
    file = await web.get("/api/wallet.csv")
    assert file.headers["content-type"].startswith("text/csv")
    assert file.text.splitlines()[0] == "fecha,concepto,importe,saldo,mesa,mano,movido"
    assert file.text.splitlines()[1].endswith("alta,500000,500000,,,")


# ── pages ────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.rule("000:5", "000:6")
async def test_the_rules_have_one_version_everywhere(web: AsyncTestClient[Any]) -> None:
    for game in (await web.get("/api/lobby")).json()["games"]:
        page = (await web.get(f"/api/pages/reglas/{game['key']}")).json()
        assert page["version"] == game["version"] == GAMES[game["key"]].info.version
    page = (await web.get("/api/pages/reglas/primera")).json()
    html = await web.get("/reglas/primera")
    assert html.headers["content-type"].startswith("text/html")
    assert page["version"] in html.text
    assert 'id="P-A1"' in html.text or "P-A" in html.text
    assert "Glosario" in (await web.get("/glosario")).text


async def test_every_answer_says_what_a_browser_may_do_with_it(web: AsyncTestClient[Any]) -> None:
    for path in ("/", "/api/lobby", "/api/nada", "/health", "/reglas/primera"):
        headers = (await web.get(path)).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]


async def test_looking_without_taking(web: AsyncTestClient[Any]) -> None:
    for path in ("/", "/reglas/primera", "/health"):
        assert (await web.head(path)).status_code == 200


async def test_health_metrics_and_schema(web: AsyncTestClient[Any]) -> None:
    health = await web.get("/health")
    assert health.status_code == 200
    assert health.json()["ok"]
    assert "tapete_steps" in (await web.get("/metrics")).text
    schema = (await web.get("/schema/openapi.json")).json()
    assert schema["components"]["schemas"]["Register"]["additionalProperties"] is False
    assert "/api/wallet" in schema["paths"]
    assert "4XX" in schema["paths"]["/api/guest"]["post"]["responses"]
