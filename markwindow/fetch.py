"""One page from the web: bounded in time, size, redirects and kind."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import requests

TIMEOUT = (10.0, 20.0)
"""Seconds to wait for a connection, and for each piece of the answer."""
TOTAL_TIME = 60.0
"""Seconds for the whole page: a server that sends a byte now and then never meets the limit above."""
MAX_BYTES = 32_000_000
"""Bytes after unpacking. The longest article pages measured in web archives are under 10 MB."""
MAX_REDIRECTS = 10
CHUNK = 65_536

HEADERS = {
    # Many Chinese sites answer 403, or an empty shell, to clients that do not name a browser.
    "User-Agent": (
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36"
    ),
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,text/plain;q=0.8",
    "Accept-Language": "zh-CN,zh;q=0.9,zh-TW;q=0.8,zh-HK;q=0.8,en;q=0.3",
}
PAGE_TYPES = frozenset(
    {"text/html", "application/xhtml+xml", "text/plain", "text/xml", "application/xml"},
)
STATUS_ADVICE = {
    401: "it wants a login; save the page in a browser and give the file",
    403: "the server refuses; save the page in a browser and give the file",
    404: "check the address",
    410: "the page is gone",
    429: "the server wants fewer requests; try again later",
}

RETRY_STATUS = frozenset({408, 425, 429, 500, 502, 503, 504})


class FetchError(Exception):
    """A page that could not be had; the text is one sentence with the address and what to do."""

    def __init__(
        self,
        url: str,
        problem: str,
        status: int | None = None,
        wait: float = 0.0,
        is_silence: bool = False,
    ) -> None:
        """Keep the address and the problem apart, for records that have a field for each."""
        super().__init__(f"{url}: {problem}")
        self.url = url
        self.problem = problem
        self.status = status
        """The HTTP status, if it was that."""
        self.wait = wait
        """Seconds that the server asks to wait (Retry-After)."""
        self.is_silence = is_silence
        """Whether there was no answer, or not a whole one."""

    @property
    def is_temporary(self) -> bool:
        """Whether another try may do."""
        return self.is_silence or self.status in RETRY_STATUS

    def __reduce__(self) -> tuple[type[FetchError], tuple[str, str, int | None, float, bool]]:
        """Let it travel between processes."""
        return FetchError, (self.url, self.problem, self.status, self.wait, self.is_silence)


@dataclass(frozen=True, slots=True)
class Fetched:
    """A page as it came from the web."""

    url: str
    """Where it came from in the end, after redirects."""
    content: bytes
    content_type: str | None
    """The header as sent: its charset is one piece of evidence for decoding."""


def fetch(
    url: str,
    *,
    timeout: tuple[float, float] = TIMEOUT,
    total_time: float = TOTAL_TIME,
    max_bytes: int = MAX_BYTES,
    user_agent: str = HEADERS["User-Agent"],
    allow_private: bool = True,
) -> Fetched:
    """Get one page over http or https.

    Args:
        url: The address, with its scheme.
        timeout: Seconds for the connection and for each piece of the answer.
        total_time: Seconds for all of it, redirects included.
        max_bytes: The most that is read, counted after unpacking.
        user_agent: The name under which the page is asked for.
        allow_private: Whether addresses of this machine and of local networks may be fetched, redirects
            included. A service that fetches for others says no; no proxy is used then.

    Raises:
        FetchError: For everything that can go wrong, in one sentence.
    """
    url = url.strip()
    if not url.lower().startswith(("http://", "https://")):
        raise FetchError(url, "only http:// and https:// addresses can be fetched.")
    gone = threading.Event()
    answer: list[Fetched | BaseException] = []

    def work() -> None:
        try:
            answer.append(_get(url, timeout, max_bytes, user_agent, gone.is_set, allow_private))
        except BaseException as error:
            answer.append(error)

    # A thread is the only limit that also covers name look-up and headers sent drop by drop.
    thread = threading.Thread(target=work, name="markwindow-fetch", daemon=True)
    thread.start()
    try:
        thread.join(total_time)
    finally:
        gone.set()
    if not answer:
        raise FetchError(url, f"not complete after {total_time:g} seconds; try again later.", is_silence=True)
    if isinstance(answer[0], BaseException):
        raise answer[0]
    return answer[0]


def _get(
    url: str,
    timeout: tuple[float, float],
    max_bytes: int,
    user_agent: str,
    is_gone: Callable[[], bool],
    allow_private: bool,
) -> Fetched:
    import requests

    try:
        with requests.Session() as session:
            session.max_redirects = MAX_REDIRECTS
            if not allow_private:
                from markwindow.addresses import PublicOnly

                # Behind a proxy nobody here sees where a name leads.
                session.trust_env = False
                session.mount("http://", PublicOnly())
                session.mount("https://", PublicOnly())
            headers = HEADERS | {"User-Agent": user_agent}
            with session.get(url, headers=headers, timeout=timeout, stream=True) as response:
                _check(url, response, max_bytes)
                content = bytearray()
                for chunk in response.iter_content(CHUNK):
                    content += chunk
                    if len(content) > max_bytes:
                        raise FetchError(url, _too_large(max_bytes))
                    if is_gone():
                        break
                return Fetched(response.url, bytes(content), response.headers.get("Content-Type"))
    except FetchError:
        raise
    except Exception as error:  # the libraries below raise many kinds, not all of one family
        raise FetchError(url, _sentence(error), is_silence=_is_silence(error)) from error


def _check(url: str, response: requests.Response, max_bytes: int) -> None:
    status = response.status_code
    if status >= 400:
        advice = STATUS_ADVICE.get(status, "try again later" if status >= 500 else "check the address")
        answer = f"the server answers {status} {response.reason or ''}".rstrip()
        asked = response.headers.get("Retry-After", "")
        wait = float(asked) if asked.isascii() and asked.isdigit() else 0.0
        raise FetchError(url, f"{answer}: {advice}.", status=status, wait=wait)
    kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if kind and kind not in PAGE_TYPES and not kind.endswith("+xml"):
        raise FetchError(url, f"this is {kind}, not a web page; give the address of an HTML page.")
    length = response.headers.get("Content-Length", "")
    if length.isascii() and length.isdigit() and int(length) > max_bytes:
        raise FetchError(url, _too_large(max_bytes))


def _too_large(max_bytes: int) -> str:
    return f"larger than {max_bytes:,} bytes, which no article is; give the address of one page."


def _is_silence(error: Exception) -> bool:
    from requests import exceptions

    is_final = isinstance(error, exceptions.SSLError | exceptions.ProxyError)
    broken = (exceptions.ConnectionError, exceptions.Timeout, exceptions.ChunkedEncodingError)
    return isinstance(error, broken) and not is_final


def _sentence(error: Exception) -> str:
    """What went wrong and what to do, without the names of libraries."""
    from requests import exceptions

    from markwindow.addresses import PrivateAddress

    table: tuple[tuple[type[Exception], str], ...] = (
        (exceptions.TooManyRedirects, f"more than {MAX_REDIRECTS} redirects; give the last address itself."),
        (exceptions.ConnectTimeout, "no connection in time; check the address or try again later."),
        (exceptions.Timeout, "the server stopped answering; try again later."),
        (exceptions.SSLError, "its certificate cannot be verified; check the clock and the address."),
        (exceptions.ProxyError, "the proxy does not answer; check HTTP_PROXY and HTTPS_PROXY."),
        (exceptions.InvalidSchema, "it redirects to an address that is not http:// or https://."),
        (exceptions.ContentDecodingError, "its compression is damaged; try again later."),
        (exceptions.ChunkedEncodingError, "the answer broke off; try again later."),
        (exceptions.ConnectionError, "the connection failed; check the address and the network."),
        (exceptions.InvalidURL, "not a complete address; give one like https://example.cn/a.html."),
        (
            PrivateAddress,
            "an address of this machine or of a local network, which is not fetched here.",
        ),
        (UnicodeError, "not a valid address; give one like https://example.cn/a.html."),
        (ValueError, "not a valid address; give one like https://example.cn/a.html."),
    )
    for kind, sentence in table:
        if isinstance(error, kind):
            return sentence
    return "the page could not be fetched; try again later."
