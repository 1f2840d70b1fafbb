"""Addresses that a service may fetch for others: those of the public internet alone.

The check stands where the connection is made. So it holds for every redirect, and a name cannot be looked up
once for the check and once more, with another answer, for the connection.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import Any

from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import ConnectTimeoutError, NewConnectionError
from urllib3.util.connection import create_connection


class PrivateAddress(Exception):
    """A name that leads to this machine or a network that is not public."""


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the public internet: not loopback, private, link-local, multicast …"""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    # An IPv4 address in IPv6 clothes is judged as what it is.
    if isinstance(found, ipaddress.IPv6Address):
        if any(found in network for network in _NEVER_PUBLIC):
            return False
        inner = found.ipv4_mapped or found.sixtofour
        if inner is None and found in _NAT64:
            inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        found = inner or found
    return found.is_global and not found.is_multicast


def public_addresses(host: str, port: int) -> list[str]:
    """The IP addresses of a host.

    Raises:
        PrivateAddress: If any of them is not public.
        OSError: If none is known.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    for address in addresses:
        if not is_public(address):
            raise PrivateAddress(f"{host} is {address}")
    return addresses


class PublicOnly(HTTPAdapter):
    """For a `requests.Session`: connects to public addresses only."""

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - the signature of requests
        """Make the pools whose connections check."""
        super().init_poolmanager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = {"http": _HTTPPool, "https": _HTTPSPool}


_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
# IPv4 addresses in the clothes of a local network's own NAT64 (RFC 8215), and in those that RFC 4291 gave up.
# What Python says of them differs by its version.
_NEVER_PUBLIC = (ipaddress.IPv6Network("64:ff9b:1::/48"), ipaddress.IPv6Network("::/96"))


def _connect(connection: HTTPConnection) -> socket.socket:
    """A connection to the first address that answers; raises what urllib3 expects, or `PrivateAddress`."""
    try:
        addresses = public_addresses(connection.host.strip("[]"), connection.port or connection.default_port)
    except OSError as error:
        raise NewConnectionError(connection, f"no address is known: {error}") from error
    failure: Exception = NewConnectionError(connection, "no address is known")
    for address in addresses:
        found = _try(connection, address)
        if isinstance(found, socket.socket):
            return found
        failure = found
    raise failure


def _try(connection: HTTPConnection, address: str) -> socket.socket | Exception:
    try:
        return create_connection(
            (address, connection.port),
            connection.timeout,
            source_address=connection.source_address,
            socket_options=connection.socket_options,
        )
    except TimeoutError:
        return ConnectTimeoutError(connection, "no connection in time")
    except OSError as error:
        return NewConnectionError(connection, f"no connection: {error}")


class _HTTP(HTTPConnection):
    def _new_conn(self) -> socket.socket:
        return _connect(self)


class _HTTPS(HTTPSConnection):
    def _new_conn(self) -> socket.socket:
        return _connect(self)


class _HTTPPool(HTTPConnectionPool):
    ConnectionCls = _HTTP


class _HTTPSPool(HTTPSConnectionPool):
    ConnectionCls = _HTTPS
