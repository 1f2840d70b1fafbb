"""One line of a byline: its labelled parts, its dates, and what is left.

来源：新华社 2024年03月05日 14:30 作者：某某 【字体：大 中 小】
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from markwindow.metadata import names
from markwindow.metadata.dates import Moment, find_moments

LONGEST_LINE = 300
_OF_DATES = ("published", "written", "modified")
_LONGEST_VALUE = 60

# Kinds of labels, with the words for each. A label ends with a colon or a bar, or a bracket opens behind it.
_LABELS = {
    "author": "(?<![工合创写制操协该看])作者 文章作者 本文作者 原文作者 原作者 作者姓名 作者简介 图/文 文/图 文、图 图文 文图 发信人 发贴人 提交者 提交人 博主 采写 採訪 撰文 撰稿 撰稿人 撰写 编写 供稿人 发帖人 發帖人 发布人 发布者 發佈者 "
    "發表人 发表人 楼主 樓主 上传者 投稿人 (?<![\u4e00-\u9fff])文 文字 (?<![a-z])author (?<![a-z])by",
    "reporter": "记者 記者 通讯员 通訊員",
    "editor": "责任编辑 責任編輯 责编 責編 (?<!总)(?<!總)编辑 (?<!總)編輯 编审",
    "source": "来源 來源 信息来源 文章来源 新闻来源 稿件来源 资料来源 内容来源 本文来源 原文来源 稿源 出处 出處 来稿 供稿 转自 转载自 摘自",
    "publisher": "发布机构 发布机关 發布機關 发文机关 发文機關 发文单位 发布单位 发布部门 发文部门 制发机关 公开机构 公开主体 "
    "公开责任部门 来文单位 信息提供单位 發文機關 發布單位 主办单位",
    "published": "发布时间 發布時間 發佈時間 发布日期 發布日期 發佈日期 发表时间 發表時間 发表日期 發表日期 发稿时间 发稿日期 "
    "刊登日期 刊发时间 刊發日期 公开日期 公布日期 上传时间 录入时间 添加时间 创建时间 出版日期 见报日期 发帖时间 发贴时间 發帖時間 提交日期 提交时间 发表于 發表於 "
    "发布于 發布於 發佈於 张贴于 (?<![\u4e00-\u9fff])时间 (?<![\u4e00-\u9fff])時間 (?<![\u4e00-\u9fff])日期 (?<![a-z])date 发布 發布 发表 發表",
    "written": "成文日期 成文时间 发文日期 發文日期 发文时间 生成日期 制发日期 签发日期 写作日期 写于",
    "modified": "更新时间 更新時間 更新日期 最后更新 最後更新 最近更新 最后修改 修改时间 修改日期 更新于 更新於 编辑于",
    "other": "译者 譯者 翻译 翻譯 编译 編譯 摄影 攝影 图片 图片来源 图源 (?<![\u4e00-\u9fff])图 (?<![\u4e00-\u9fff])圖",
}
# These need no colon: a date or a name follows at once.
_BARE = {
    "published": "(?:发布|发表|發布|發表)(?:时间|時間|日期)[ \\u3000]{0,3}(?=\\d)|posted\\s?(?:@|on|at)(?![a-z])|发表于|發表於|发布于|發布於|發佈於|(?:张贴|張貼|发布|發布|發佈|发表|發表)于?(?=[\\s@]{0,4}\\d)",
    "modified": "更新于|更新於|编辑于|最后更新",
    "author": "(?:posted|written|published) by (?=\\S)|(?<![a-z])(?<![a-z] )by (?=[\u4e00-\u9fff])|(?:(?<![工合创写制操协该看])作者|图/文|文/图|图文|文图)[ \\u3000]{1,4}(?=[\\u4e00-\\u9fff]{2,4}(?![\\u4e00-\\u9fff]))",
    "editor": "(?:责任编辑|責任編輯|责编)[ \\u3000]{1,4}(?=[\\u4e00-\\u9fff]{2,4}(?![\\u4e00-\\u9fff]))",
    "source": "来源于|转自|转载自|摘自|(?:来源|來源|稿源)[ \\u3000]{1,2}(?=[\\u4e00-\\u9fff《A-Z])|(?:出自|选自|载于)(?=\\s?[\\[《【])",
}
_STOPS = (
    "我要(?:评论|評論|留言)|大 ?中 ?小|发表评论|浏览|瀏覽|点击|點擊|阅读|閱讀|人气|人氣|访问|评论|評論|跟贴|参与|字体|字體|字号|字號|打印|列印|分享|收藏|关注|關注|举报|舉報|索引号|文号"
    "|发文字号|主题词|主题分类|标题|標題|名称|名稱|关键词|关键字|關鍵字|标签|標籤|分类|分類|类别|栏目|欄目|审核|校对|监制|审稿|初审|终审"
    "|回复|回覆|查看|次数|IP属地|有效性|积分|级别|等级|注册|帖子|网友|版次|转发|点赞|推荐|纠错|复制|文章录入|录入|錄入|发信站|信区|扫一扫|官方账号|投诉|大小|【大|更新"
)


def _spaced(word: str) -> str:
    """Short labels are often set wide: 来 源."""
    begin = word.rindex(")") + 1 if word.startswith("(") else 0
    letters = word[begin:]
    gap = r"[ \u3000]{0,4}" if len(letters) <= 4 and not letters.isascii() else ""
    return word[:begin] + gap.join(letters)


_WORDS = {
    kind: "|".join(_spaced(word) for word in sorted(words.split(), key=len, reverse=True))
    for kind, words in _LABELS.items()
}
# The characters that labels begin with: looked at first, they make the search several times as fast.
_STARTS = "".join(
    sorted(
        {words.rpartition(")")[2][0] for listed in _LABELS.values() for words in listed.split()}
        | {words[0] for words in _STOPS.split("|")}
        | set("出选载张張pw")
    )
)
_LABEL = re.compile(
    f"(?=[{_STARTS}])(?:"
    + "|".join(
        rf"(?P<{kind}>(?:{words})[ \u3000]{{0,3}}(?:[:：﹕︰|｜丨/／】\]]|(?=[\[【《]))"
        + (rf"|(?:{_BARE[kind]})[:：]?)" if kind in _BARE else ")")
        for kind, words in _WORDS.items()
    )
    + rf"|(?P<stop>(?:{_STOPS})[\s:：]{{0,3}}(?:[(（\[]?\d{{1,9}}[)）\]]?)?))",
    re.IGNORECASE,
)
_OF_INDEX = ("publisher", "published", "written")
_INDEX_LABEL = re.compile(
    "|".join(_WORDS[kind] for kind in _OF_INDEX) + f"|{_BARE['published']}", re.IGNORECASE
)
_WHOLE_LABEL = re.compile("|".join(rf"(?P<{kind}>(?:{words}))" for kind, words in _WORDS.items()))
_OTHER_LABEL = re.compile(r"[\u4e00-\u9fff]\s?[:：]\s?$")
# 来源江滨晚报, where two elements stand side by side.
_GLUED = re.compile(r"(作者|记者|編輯|责任编辑|责编|来源|來源)(?=[\u4e00-\u9fff]{2,12}$)")
# 某某 于 2005-3-12 发表
_POSTED = re.compile(r"(\S{2,20})\s?[于於]\s?(?:19|20)\d\d.{4,30}(?:发表|發表|发布|發布|张贴|張貼)")
_ADDRESS = re.compile(
    r"(?:https?://|www\.)[\w./?=&%#:~+-]{1,200}|[\w-]{1,40}(?:\.[\w-]{1,40}){0,3}\.(?:com|cn|net|org|hk|tw)\b/?",
    re.IGNORECASE | re.ASCII,
)
_GAPS = re.compile(r"[\s\u3000|｜丨]+")
_LETTER = re.compile(r"[^\W\d_]")
_NOT_LETTERS = re.compile(r"[\W\d_]+")
_EDGES = " \u3000\t|｜丨·•-—–_,，、;；:：.。><@/□■○●◎◆◇△▲★☆※"
_CLOSING = {")": "(", "）": "（", "]": "[", "】": "【", "》": "《"}


@dataclass(frozen=True, slots=True)
class ReadLine:
    """What a line holds."""

    fields: tuple[tuple[str, str], ...] = ()
    """Kind of label and its value, in order; empty values are left out."""
    moments: tuple[tuple[str, Moment], ...] = ()
    """Dates, each with the kind of its label; the kind is empty without one."""
    rest: tuple[str, ...] = ()
    """What is left, piece by piece, without addresses and furniture; brackets stay."""
    rest_length: int = 0
    """Letters and Chinese characters that are left."""
    open_label: str = ""
    """The kind of a label that ends the line: its value stands in the next one."""
    poster: str = ""
    """Who stands before 发表于 and a date."""

    @property
    def is_index(self) -> bool:
        """Whether it tells of a document's office or day."""
        kinds = {kind for kind, _ in (*self.fields, *self.moments)}
        return not kinds.isdisjoint(_OF_INDEX)

    def values(self, kind: str) -> list[str]:
        """The values behind the labels of a kind."""
        return [value for label, value in self.fields if label == kind]


def may_be_index(text: str) -> bool:
    """Whether some line of the text may tell of a document's office or day (`ReadLine.is_index`)."""
    return _INDEX_LABEL.search(text) is not None


def read_line(text: str) -> ReadLine:
    """Take a line apart; longer ones than 300 characters are no bylines and give nothing."""
    if len(text) > LONGEST_LINE:
        return ReadLine()
    if whole := _WHOLE_LABEL.fullmatch(text.strip(_EDGES)):
        return ReadLine(open_label=whole.lastgroup or "")
    if glued := _GLUED.match(text):
        text = _unglued(glued[1], text[glued.end() :]) or text
    labels = [(match.start(), match.end(), match.lastgroup or "") for match in _LABEL.finditer(text)]
    is_dated = any(kind in _OF_DATES for _, _, kind in labels)
    dates = find_moments(text, labelled=is_dated)
    marks: list[tuple[int, int, str, Moment | None]] = [
        (start, end, kind, None)
        for start, end, kind in labels
        if not any(start < date.end and date.start < end for date in dates)
    ]
    marks += [(date.start, date.end, "", date.moment) for date in dates]
    fields: list[tuple[str, str]] = []
    moments: list[tuple[str, Moment]] = []
    rest: list[str] = []
    open_label = poster = kind = ""
    position = 0
    is_posted = False
    for start, end, mark, moment in [
        *sorted(marks, key=lambda one: one[0]),
        (len(text), len(text), "end", None),
    ]:
        between = text[position:start]
        touches = not between.strip(_EDGES)
        if kind == "stop" and position and text[position - 1] in ":：":
            between = ""
        elif kind and kind != "stop" and (value := _value(kind, between)):
            fields.append((kind, value))
            between = between[between.index(value) + len(value) :]
        elif mark == "end" and touches and kind != "stop":
            open_label = kind
        if moment:
            dated = kind if touches and kind in _OF_DATES else ""
            # Behind another label the day of an event: 活动时间：2024年5月1日.
            is_other = not dated and _OTHER_LABEL.search(text[:start])
            moments.append(("other" if is_other else dated, moment))
            if kind == "published" and rest and not fields:
                poster = rest[-1]
        kind = mark
        pieces = _pieces(between)
        # posted @ 2005-03-12 08:15 某某 阅读(12)
        if is_posted and pieces and not poster:
            poster = pieces[0]
        is_posted = (
            bool(moment) and text[position - 1 : position] != "" and "posted" in text[:position][-10:].lower()
        )
        rest.extend(pieces)
        position = end
    if not poster and moments and (posted := _POSTED.match(text)):
        poster = posted[1]
    length = sum(len(_NOT_LETTERS.sub("", piece)) for piece in rest)
    return ReadLine(tuple(fields), tuple(moments), tuple(rest), length, open_label, poster)


def is_byline_label(text: str) -> bool:
    """Whether a text is the label of an author, a date, a source …, and nothing else."""
    return bool(_WHOLE_LABEL.fullmatch(text))


def _unglued(label: str, value: str) -> str:
    """Label and value with a colon between; empty where the value is none."""
    fits = names.is_medium(value) if label in ("来源", "來源") else names.is_person(value)
    return f"{label}：{value}" if fits else ""


def _value(kind: str, between: str) -> str:
    """What belongs to the label: all up to a wide gap, or to the end of the brackets around both; names may
    stand in several columns."""
    for place, character in enumerate(between[: 2 * _LONGEST_VALUE]):
        if character in _CLOSING and _CLOSING[character] not in between[:place]:
            between = between[:place]
            break
    value = between.strip(_EDGES)
    if kind not in ("author", "reporter"):
        value = re.split(r"\u3000|  ", value, maxsplit=1)[0].strip(_EDGES)
    return value if len(value) <= _LONGEST_VALUE else ""


def _pieces(text: str) -> list[str]:
    if "." in text:
        text = _ADDRESS.sub(" ", text)
    parts = [part.strip(_EDGES) for part in _GAPS.split(text)]
    return [part for part in parts if _LETTER.search(part)]
