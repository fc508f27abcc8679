"""The OpenAPI document, with components as msgspec itself describes our types.

The framework's own components lose integer bounds, discriminators and forbidden extra fields.
"""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from tapete.server import api, documents
from tapete.server.http.health import Health

TYPES = (
    api.Register, api.Login, api.Guest, api.NewTable, api.Fault, api.Session, api.TableRow,
    api.Lobby, api.Wallet, api.Hands, api.Replay, documents.Document, Health,
)  # fmt: skip


def complete(schema: dict[str, Any]) -> dict[str, Any]:
    """The framework's document with our components and the shape of every refusal."""
    _, components = msgspec.json.schema_components(
        TYPES, ref_template="#/components/schemas/{name}"
    )
    schema = {**schema, "components": {"schemas": components}}
    fault = {
        "description": "refused, with a code",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Fault"}}},
    }
    for path in schema["paths"].values():
        for operation in path.values():
            if isinstance(operation, dict) and "responses" in operation:
                answers = operation["responses"]
                kept = {k: v for k, v in answers.items() if not k.startswith(("4", "5"))}
                operation["responses"] = kept | {"4XX": fault, "503": fault}
    return schema


class _Json(JsonRenderPlugin):
    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return msgspec.json.encode(complete(openapi_schema))


def config(version: str) -> OpenAPIConfig:
    """Served as JSON at /schema/openapi.json; no page that would load foreign programs."""
    plugin = _Json(path=["/", "/openapi.json"])
    return OpenAPIConfig(title="Tapete", version=version, path="/schema", render_plugins=[plugin])
