"""The client's files, the written pages, and every address that the client itself resolves.

The built client is read once and kept in memory with its compressed form. A file whose name holds
a hash never changes; the page that names them is asked for anew each time. A rules page carries
its text in the HTML too, so that it can be read, searched and archived without a program.
"""

from __future__ import annotations

import gzip
import mimetypes
from html import escape
from pathlib import Path

from litestar import HttpMethod, Response, get, route
from litestar.params import FromPath
from msgspec import Struct

from tapete.server import documents
from tapete.server.codes import ServerCode
from tapete.server.http.strict import Fault, StrictRequest

STATIC = Path(__file__).resolve().parents[1] / "static"
LOOKING = [HttpMethod.GET, HttpMethod.HEAD]
FOREVER = "public, max-age=31536000, immutable"
AGAIN = "no-cache"
WORTH = 1024  # bytes from which on compressing is worth it
TEXTS = ("text/", "application/javascript", "application/json", "image/svg")

UNBUILT = """<!doctype html><html lang="es"><meta charset="utf-8"><title>Tapete</title>
<body><h1>Tapete</h1><p>El cliente no está construido. Ejecute <code>make setup</code>.</p>
</body></html>"""


class File(Struct, frozen=True):
    """A file of the client: as it is, compressed when that is worth it, and for how long."""

    body: bytes
    packed: bytes | None
    kind: str
    cache: str


def read(folder: Path) -> dict[str, File]:
    """All files of the built client by their path; empty when it is not built."""
    if not folder.is_dir():
        return {}
    files = {}
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        name = path.relative_to(folder).as_posix()
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        body = path.read_bytes()
        text = kind.startswith(TEXTS) and len(body) >= WORTH
        packed = gzip.compress(body, mtime=0) if text else None
        cache = FOREVER if name.startswith("assets/") else AGAIN
        files[name] = File(body, packed, kind, cache)
    return files


def page(index: str, document: documents.Document | None) -> str:
    """The client's page; with a document, its text stands in it for who runs no program."""
    if document is None:
        return index
    version = f"<p>Versión {escape(document.version)}</p>" if document.version else ""
    text = f"<main><h1>{escape(document.title)}</h1>{version}{document.html}</main>"
    text = text if index == UNBUILT else f"<noscript>{text}</noscript>"
    head, mark, tail = index.rpartition("</body>")
    return head + text + mark + tail if mark else index + text


def _send(file: File, request: StrictRequest) -> Response[bytes]:
    headers = {"Cache-Control": file.cache, "Vary": "Accept-Encoding"}
    body = file.body
    if file.packed and "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["Content-Encoding"] = file.packed, "gzip"
    return Response(body, media_type=file.kind, headers=headers)


@get("/api/pages/{kind:str}")
async def single(kind: FromPath[str]) -> documents.Document:
    """The glossary or the terms."""
    return _found(kind)


@get("/api/pages/{kind:str}/{name:str}")
async def under(kind: FromPath[str], name: FromPath[str]) -> documents.Document:
    """The rules page of a game, in the version that is played."""
    return _found(f"{kind}/{name}")


def _found(name: str) -> documents.Document:
    document = documents.load(name)
    if document is None:
        raise Fault(ServerCode.NOT_FOUND)
    return document


@route(["/", "/{path:path}"], http_method=LOOKING, include_in_schema=False)
async def client(request: StrictRequest, path: FromPath[str] = "") -> Response[bytes]:
    """A file of the client, or its page for every address that the client resolves itself."""
    files: dict[str, File] = request.app.state.files
    name = path.strip("/")
    file = files.get(name or "index.html")
    if file is not None and name:
        return _send(file, request)
    if name.startswith(("api/", "assets/", "schema/")):
        raise Fault(ServerCode.NOT_FOUND)
    index = file or files.get("index.html")
    text = page(index.body.decode() if index else UNBUILT, documents.load(name))
    headers = {"Cache-Control": AGAIN}
    return Response(text.encode(), media_type="text/html", headers=headers)


HANDLERS = [single, under, client]
