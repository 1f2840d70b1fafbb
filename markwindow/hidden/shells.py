"""Pages without a text of their own: those that scripts fill, and those that ask who is reading."""

from __future__ import annotations

import re

from markwindow.document import Document
from markwindow.kind_words import LOADING, SCRIPT_ROOTS

_FEW = 300
"""Characters of displayed text; a page with more is no shell and no gate."""
_VERIFICATION = re.compile(
    r"(?:当前)?环境异常|完成验证后(?:即可|方可)?继续|(?:安全|人机|滑动|身份)验证|访问(?:过于|太)频繁|请输入(?:图中|图片|下方)?的?验证码|拖动滑块"
    r"|系统检测到.{0,12}(?:异常|频繁)|正在(?:检查|检测)(?:您|你)的浏览器|異常流量|安全驗證|我不是机器人"
    r"|checking your browser|just a moment\.\.\.|verify (?:that )?you are (?:a )?human|unusual traffic",
    re.IGNORECASE,
)
_REMOVED = re.compile(
    r"(?:该|此|本)(?:内容|文章|帖子|主题|页面|公众号|账号).{0,12}(?:已被|已|被)(?:发布者|作者|系统|管理员)?.{0,4}(?:删除|屏蔽|关闭|下架|封禁|停止访问)"
    r"|(?:链接|页面)已(?:过期|失效)|此内容因违规无法查看"
)
_LONGEST_MESSAGE = 60
NO_SCRIPTS = re.compile(r"javascript|浏览器|瀏覽器|脚本", re.IGNORECASE)
"""What a message to readers without scripts speaks of."""


def verification(document: Document) -> str:
    """Why the page is a gate and no text: it asks for a verification, or says that the text is gone."""
    shown = _shown(document)
    if len(shown) > _FEW:
        return ""
    # An article may speak of verifications; a gate says it in its title or in a short line.
    told = [document.title.text, *filter(lambda line: len(line) <= _LONGEST_MESSAGE, shown.splitlines())]
    for text in told:
        if found := _VERIFICATION.search(text):
            return f"blocked: the page asks for a verification ({found[0]})"
        if found := _REMOVED.search(text):
            return f"blocked: the page says that its text is gone ({found[0]})"
    return ""


def needs_rendering(document: Document, kept: str) -> str:
    """Why what was kept is no text: scripts are to put it there. Empty where nothing speaks for that."""
    parser = document.tree.parser
    shown = _shown(document)
    message = LOADING.search(shown)
    if len(shown) > _FEW or not parser.css_first("script") or (kept and not message):
        return ""
    if message and len(kept) <= _LONGEST_MESSAGE:
        return f"needs rendering: scripts put the page's text on it, which says only {message[0]!r}"
    root = parser.css_first(SCRIPT_ROOTS)
    if root is not None and not kept:
        return f"needs rendering: scripts put the page's text into its element {root.id or root.tag}"
    return "" if shown else "needs rendering: the page displays nothing, and has scripts"


def _shown(document: Document) -> str:
    return "\n".join(line.text for line in document.lines)
