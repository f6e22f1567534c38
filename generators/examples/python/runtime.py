"""What the clients of all APIs share: HTTP over TCP or a Unix socket, and JSON from and to dataclasses."""

from __future__ import annotations

import base64
import dataclasses
import functools
import http.client
import json
import socket
import types
import typing
from typing import Any, Iterable, Iterator
from urllib.parse import quote, urlencode, urlsplit

__all__ = ["ApiError", "Connection", "decode", "encode", "segment"]


class ApiError(Exception):
    """A response whose status reports a failure. `body` is its JSON, or else its text."""

    def __init__(self, status: int, body: Any) -> None:
        super().__init__(f"HTTP status {status}: {body}")
        self.status = status
        self.body = body


class _UnixConnection(http.client.HTTPConnection):
    def __init__(self, path: str, timeout: float | None) -> None:
        super().__init__("localhost", timeout=timeout)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


class Connection:
    """A server: `http://host:port`, `https://host` or `unix:///path/of.sock`. Each call has a connection of its own."""

    def __init__(self, address: str, base_path: str, timeout: float | None, headers: dict[str, str]) -> None:
        self._address = urlsplit(address)
        if self._address.scheme not in ("http", "https", "unix"):
            raise ValueError(f"The address {address} does not begin with http://, https:// or unix://")
        in_address = "" if self._address.scheme == "unix" else self._address.path.rstrip("/")
        self._base_path = in_address or base_path.rstrip("/")
        self._timeout = timeout
        self._headers = headers

    def call(
        self,
        method: str,
        path: str,
        returns: Any,
        *,
        query: Iterable[tuple[str, Any, str]] = (),
        headers: Iterable[tuple[str, Any, str]] = (),
        body: Any = None,
        media_type: str = "application/json",
        stream: str = "",
    ) -> Any:
        """Sends a request and returns the response: a value of the type `returns`, its `lines`, or its `bytes`."""
        pairs = urlencode([pair for one in query for pair in _texts(*one)])
        sent = self._headers | dict(pair for one in headers for pair in _texts(*one))
        content = body if body is None or isinstance(body, bytes) else json.dumps(encode(body)).encode()
        if content is not None:
            sent["Content-Type"] = media_type
        connection = self._connect()
        connection.request(method, self._base_path + path + (pairs and "?" + pairs), content, sent)
        response = connection.getresponse()
        if response.status < 400 and stream:
            return _lines(response, returns) if stream == "lines" else response
        data = response.read()
        connection.close()
        if response.status >= 400:
            raise ApiError(response.status, _json_or_text(data))
        if returns is None or not data:
            return None
        return data.decode() if returns is str else decode(returns, json.loads(data))

    def _connect(self) -> http.client.HTTPConnection:
        scheme, host, port = self._address.scheme, self._address.hostname or "localhost", self._address.port
        if scheme == "unix":
            return _UnixConnection(self._address.path, self._timeout)
        if scheme == "https":
            return http.client.HTTPSConnection(host, port, timeout=self._timeout)
        return http.client.HTTPConnection(host, port, timeout=self._timeout)


def _json_or_text(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        return data.decode(errors="replace")


def _lines(response: http.client.HTTPResponse, returns: Any) -> Iterator[Any]:
    with response:
        yield from (decode(returns, json.loads(line)) for line in response if line.strip())


def segment(value: Any, safe: str = "") -> str:
    """Returns a value as a part of a path, with every character encoded that is not safe."""
    return quote(_text(value), safe=safe)


def _texts(name: str, value: Any, encoding: str) -> list[tuple[str, str]]:
    if value is None:
        return []
    if encoding == "repeated":
        return [(name, _text(item)) for item in value]
    if encoding == "joined":
        return [(name, ",".join(_text(item) for item in value))]
    if encoding == "json":
        return [(name, json.dumps(encode(value)))]
    if encoding == "base64url-json":
        return [(name, base64.urlsafe_b64encode(json.dumps(encode(value)).encode()).decode())]
    return [(name, _text(value))]


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def encode(value: Any) -> Any:
    """Returns a value as JSON has it. A property that is None and has a default is left out."""
    if dataclasses.is_dataclass(value):
        fields = [(field, getattr(value, field.name)) for field in dataclasses.fields(value)]
        return {
            field.metadata.get("json", field.name): encode(inner)
            for field, inner in fields
            if inner is not None or field.default is dataclasses.MISSING
        }
    if isinstance(value, dict):
        return {key: encode(inner) for key, inner in value.items()}
    return [encode(inner) for inner in value] if isinstance(value, (list, tuple)) else value


_hints = functools.cache(typing.get_type_hints)


def decode(hint: Any, value: Any, where: str = "$") -> Any:
    """Returns JSON as a value of a type. Properties that the type does not have are ignored.

    Raises TypeError with the place of a value of another type."""
    kind, inner = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return value
    if kind is typing.Union or kind is types.UnionType:
        problems = []
        for option in inner:
            try:
                return decode(option, value, where)
            except TypeError as problem:
                problems.append(str(problem))
        raise TypeError(problems[0])
    if kind is typing.Literal and any(value == one and type(value) is type(one) for one in inner):
        return value
    if kind is list and isinstance(value, list):
        return [decode(inner[0], item, f"{where}[{index}]") for index, item in enumerate(value)]
    if kind is dict and isinstance(value, dict):
        return {key: decode(inner[1], item, f"{where}.{key}") for key, item in value.items()}
    if dataclasses.is_dataclass(hint) and isinstance(value, dict):
        hints = _hints(hint)
        values = {}
        for field in dataclasses.fields(hint):
            name = field.metadata.get("json", field.name)
            if name in value:
                values[field.name] = decode(hints[field.name], value[name], f"{where}.{name}")
            elif field.default is dataclasses.MISSING:
                raise TypeError(f"{where}.{name} is missing")
        return hint(**values)
    if hint is float and type(value) is int:
        return float(value)
    if kind is None and isinstance(hint, type) and type(value) is hint:
        return value
    raise TypeError(f"{where} is {json.dumps(value)[:60]}, and not {getattr(hint, '__name__', hint)}")
