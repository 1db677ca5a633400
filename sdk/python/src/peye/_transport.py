"""Sends requests with the standard library, each on its own connection."""

from __future__ import annotations

import http.client
import re
import socket
import ssl
import threading
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple
from urllib.parse import urlsplit

from . import errors

CONNECT_TIMEOUT_S = 10.0

#: An address as `socket.getaddrinfo` returns it.
_Address = Tuple[int, int, int, str, Any]


@dataclass(frozen=True)
class Request:
    """A request to send once."""

    method: str
    url: str
    #: The headers include the key, so they are not shown.
    headers: Mapping[str, str] = field(repr=False)
    body: Optional[bytes]
    timeout_ms: int
    #: A transport may stop reading once a body has more bytes than this.
    max_bytes: int


@dataclass(frozen=True)
class Response:
    """The response, whatever its status."""

    status: int
    headers: Mapping[str, str]
    body: bytes


#: A function that can replace `send`: it sends a request once, follows no redirect, and raises `peye.ConnectionError` when no complete
#: response came.
Transport = Callable[[Request], Response]


def send(request: Request) -> Response:
    """Sends a request. Raises `ConnectionError` or `TimeoutError`, which say whether the request may have arrived."""
    end = time.monotonic() + request.timeout_ms / 1000
    connection = _connect(request, end)
    # The timeout of a socket starts again with each received byte. This timer limits the whole request.
    is_over = threading.Event()
    watch = threading.Timer(max(0.001, end - time.monotonic()), _cut, (connection.sock, is_over))
    watch.daemon = True
    watch.start()
    try:
        url = urlsplit(request.url)
        target = url.path + (f"?{url.query}" if url.query else "")
        connection.request(request.method, target, body=request.body, headers=dict(request.headers))
        answer = connection.getresponse()
        body = _read(answer, request.max_bytes)
    except Exception as failure:
        if is_over.is_set() or isinstance(failure, socket.timeout):
            raise _too_late(request) from failure
        if isinstance(failure, (OSError, http.client.HTTPException)):
            raise errors.ConnectionError(f"The connection broke: {failure or type(failure).__name__}.") from failure
        raise
    finally:
        watch.cancel()
        connection.close()
    if is_over.is_set():
        raise _too_late(request)
    headers: Dict[str, str] = {name.lower(): value for name, value in answer.getheaders()}
    return Response(answer.status, headers, body)


def _read(answer: http.client.HTTPResponse, max_bytes: int) -> bytes:
    """The whole body, or the first max_bytes + 1 bytes of a longer one. Raises when the connection ends before the body does."""
    parts = []
    left = max_bytes + 1
    while left > 0:
        part = answer.read(min(left, 65536))
        if not part:
            break
        parts.append(part)
        left -= len(part)
    # When the response has a length, reading in parts ends early without an error.
    if left > 0 and answer.length:
        raise http.client.IncompleteRead(b"".join(parts), answer.length)
    return b"".join(parts)


def _connect(request: Request, end: float) -> http.client.HTTPConnection:
    """Resolving the name, connecting and TLS share a time limit: the time left for the request, at most `CONNECT_TIMEOUT_S`."""
    url = urlsplit(request.url)
    end = min(end, time.monotonic() + CONNECT_TIMEOUT_S)
    connection: http.client.HTTPConnection
    try:
        if url.scheme == "https":
            context = ssl.create_default_context()
            connection = http.client.HTTPSConnection(url.hostname or "", url.port, context=context)
            # `_open` set the socket's timeout to what is left of the time limit. It applies to the whole handshake.
            connection.sock = context.wrap_socket(_open(connection, end), server_hostname=connection.host)
        else:
            connection = http.client.HTTPConnection(url.hostname or "", url.port)
            connection.sock = _open(connection, end)
    except socket.timeout as failure:
        raise errors.TimeoutError(f"No connection to {url.netloc} was established in time.", "nothing") from failure
    except ssl.SSLError as failure:
        if re.search(r"WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|RECORD_LAYER_FAILURE", str(failure.reason)):
            raise errors.TlsError(str(failure.reason)) from failure
        raise errors.ConnectionError(f"No connection to {url.netloc} could be established: {failure}.", "nothing") from failure
    except OSError as failure:
        raise errors.ConnectionError(f"No connection to {url.netloc} could be established: {failure}.", "nothing") from failure
    # So the library never opens a second connection and repeats the request.
    connection.auto_open = 0
    connection.sock.settimeout(request.timeout_ms / 1000)
    return connection


def _open(connection: http.client.HTTPConnection, end: float) -> socket.socket:
    """A socket to the first address that accepts a connection. The time that is left is divided equally among the addresses."""
    addresses = _resolve(connection.host, connection.port, end)
    failure: OSError = OSError("the name has no address")
    for index, (family, kind, protocol, _, address) in enumerate(addresses):
        left = end - time.monotonic()
        if left <= 0:
            raise socket.timeout("timed out")
        try:
            sock = socket.socket(family, kind, protocol)
        except OSError as refused:
            failure = refused
            continue
        try:
            sock.settimeout(left / (len(addresses) - index))
            sock.connect(address)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            sock.settimeout(max(0.001, end - time.monotonic()))
            return sock
        except OSError as refused:
            sock.close()
            failure = refused
    raise failure


def _resolve(host: str, port: int, end: float) -> List[_Address]:
    """The addresses of a name. The system's resolver has no time limit: when the time is over, its thread is abandoned."""
    found: List[_Address] = []
    failures: List[OSError] = []

    def look_up() -> None:
        try:
            found.extend(socket.getaddrinfo(host, port, 0, socket.SOCK_STREAM))
        except (OSError, UnicodeError) as failure:
            failures.append(failure if isinstance(failure, OSError) else OSError(str(failure)))

    lookup = threading.Thread(target=look_up, daemon=True)
    lookup.start()
    lookup.join(max(0.0, end - time.monotonic()))
    if lookup.is_alive():
        raise socket.timeout("timed out")
    if failures:
        raise failures[0]
    return found


def _cut(sock: socket.socket, is_over: threading.Event) -> None:
    is_over.set()
    try:
        # Shuts down the socket itself, also when TLS runs over it.
        socket.socket.shutdown(sock, socket.SHUT_RDWR)
    except OSError:
        pass


def _too_late(request: Request) -> errors.TimeoutError:
    return errors.TimeoutError(f"No complete response came within {request.timeout_ms} ms.")
