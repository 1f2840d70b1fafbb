"""Which pairs of a page are details of a record, when nobody said which labels are wanted.

Prose writes colons as well (他说：…), lists of headlines do, and times. A label is told by its word, or by
the company of other pairs; a label that nobody knows and that stands alone is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markwindow.metadata.labels import is_byline_label

LONGEST = 12
"""Letters and digits of a label that nobody asked for by name."""
_COMPANY = 3
"""So many pairs in lines that follow each other are a record, whatever their labels are."""
_LONGEST_VALUE = 60
"""Characters of a value that only its company speaks for."""

# What the labels of records end with, after a few characters that say of what: 公司名称, 毕业时间.
_ENDINGS = (
    "名称 姓名 中文名 外文名 别名 编号 文号 发文字号 刊号 账号 证号 备案号 索引号 型号 规格 品牌 尺寸 材料 材质 类型 类别 分类 性质 行业 规模 范围 "
    "公司 企业 单位 部门 机构 机关 学校 招聘 职位 岗位 职务 职称 地点 地址 住址 城市 地区 区域 产地 位置 时间 日期 年限 期限 年份 工期 电话 手机 传真 邮箱 信箱 邮编 网址 网站 域名 "
    "微信 联系人 负责人 发布人 薪资 薪水 薪酬 待遇 工资 月薪 学历 专业 经验 年龄 性别 籍贯 民族 人数 次数 数量 点击数 总数 面积 价格 单价 总价 定价 售价 价钱 费用 标准 "
    "要求 条件 描述 职责 福利 备注 说明 简介 状态 方式 有效性 主编 作者 编辑 记者 校对 审核 监制 来源 出处 标签 关键词 关键字 主题词 附件 注册 积分 帖子 "
    "名稱 別名 編號 型號 規格 類型 類別 分類 性質 行業 機構 單位 職位 職務 地點 地區 時間 年份 電話 手機 傳真 信箱 薪資 學歷 專業 經驗 年齡 性別 人數 次數 數量 價格 費用 標準 "
    "條件 職責 備註 說明 簡介 狀態 編輯 記者 來源 出處 標籤 關鍵詞 關鍵字"
)
_KNOWN = re.compile(rf"[^\W\d_的了是]{{0,4}}(?:{'|'.join(_ENDINGS.split())})")
_BLANKS = re.compile(r"\s+")
_LETTER = re.compile(r"[^\W\d_]")
_QUOTES = "“”‘’「」『』《》〈〉\"'"
_SENTENCE = re.compile("[。！？!?；;]")
_BRACKETS = {"(": ")", "（": "）", "[": "]", "〔": "〕"}


@dataclass(frozen=True, slots=True)
class Pair:
    """A label with its value, as they stand on the page."""

    label: str
    value: str
    form: str
    """How they stand: ``row``, ``column``, ``definition``, ``colon``, ``beside`` or ``inline``."""
    line: int
    """Number of the value's first line."""


def can_be_label(text: str, letters: str) -> bool:
    """Whether a text is short and bare enough for a label; `letters` are its letters and digits alone."""
    return len(letters) <= LONGEST and bool(_LETTER.search(letters)) and not any(c in _QUOTES for c in text)


def is_known(label: str) -> bool:
    """Whether its word alone tells that a text is a label: 发布时间, 公司名称, 责任编辑; also set wide."""
    word = _BLANKS.sub("", label)
    return bool(_KNOWN.fullmatch(word)) or (not word.isascii() and is_byline_label(word))


def out_of_brackets(pair: Pair) -> Pair:
    """The pair without brackets around both: (责任编辑：某某)."""
    closing = _BRACKETS.get(pair.label[:1])
    if closing is None:
        return pair
    return Pair(pair.label[1:].lstrip(), pair.value.partition(closing)[0].rstrip(), pair.form, pair.line)


def in_company(pairs: Iterable[tuple[Pair, int, bool]]) -> Iterator[Pair]:
    """The pairs that are details of a record, in their order.

    Args:
        pairs: pairs of lines with colons in page order, each with the number of the label's line, and whether
            that line is mostly a link.
    """
    run: list[tuple[Pair, bool]] = []
    last = -1
    for pair, line, is_link in pairs:
        known = is_known(pair.label)
        if not known and (is_link or not _is_plain(pair.value)):
            continue
        if run and line > last + 1:
            yield from _settled(run)
            run = []
        run.append((pair, known))
        last = max(line, pair.line)
    yield from _settled(run)


def _settled(run: list[tuple[Pair, bool]]) -> Iterator[Pair]:
    is_record = len({pair.label for pair, _ in run}) >= _COMPANY
    return (pair for pair, known in run if known or is_record)


def _is_plain(value: str) -> bool:
    """Whether a value is no sentence and no speech."""
    return len(value) <= _LONGEST_VALUE and value[0] not in _QUOTES and not _SENTENCE.search(value)
