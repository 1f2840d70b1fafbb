"""Words that tell what a line or a container is: general ones of the Chinese web, none of a single site.

Phrases are looked for in lines; class and id words are matched as whole words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from selectolax.lexbor import create_tag

PHRASES = {
    "copyright": r"版权|版權|©|[Cc]opyright|ICP|公网安备|许可证|Rights|Powered|经营许可",
    "share": r"分享|扫一扫|掃一掃|二维码|微信|微博|收藏|打印|列印|转发|轉發|点赞|關注|关注|字体|字體|【大|纠错|复制链接",
    "byline": r"责任编辑|責任編輯|责编|编辑[:：]|編輯[:：]|来源[:：]|來源[:：]|作者[:：]|记者[:：]|发布时间|时间[:：]|日期[:：]"
    r"|浏览|點擊|点击|阅读[:：数(（]|人气",
    "related": r"相关(?:阅读|新闻|文章|链接|推荐|报道|专题|内容)|相關|推荐阅读|热门|熱門|排行|猜你|延伸阅读|延伸閱讀|精彩|更多|推荐|推薦"
    r"|最新文章|近期文章|随机文章|最近更新|往期|[您你]可能|大家[都还還]在|看了又看|热榜|热搜|[扩拓]展阅读",
    "comment": r"评论|評論|回复|回覆|回應|发表于|發表於|发表|网友|網友|楼主|[#\d]楼|顶|举报|留言",
    "navigation": r"首页|首頁|登录|登陆|登錄|登入|注册|註冊|上一[篇页章]|下一[篇页章]|返回|导航|搜索|搜尋|当前位置|您的位置|联系我们"
    r"|關於|关于我们|网站地图|客户端|APP",
    "disclaimer": r"声明|聲明|免责|转载|轉載|本网|本站|侵权|投诉",
}
# The characters that phrases begin with, and the second ones: looked at first, they make the search ten times
# as fast.
_FIRSTS = (
    "#0123456789ACIPRc©【上下举二人作來侵免公关分列发回声复大字客导延当往微您你打扩扫投拓掃排推搜收日时更"
    "最本来楼注浏点热熱版猜留登發相看精網編纠经编网联聲註評记许评責责轉转近返關阅随顶首點"
)
_SECONDS = (
    "CPio一主了于享任伸体你信入关冊册击制前博印友发可回在复多大家尋展布录彩應户报擊搜新於明期机权楼榜權气注源發的站系索维编"
    "网者航荐营薦藏行表覆览言論论诉读责赞載近輯载辑錄错門關门间陆頁页體"
)
PHRASE = re.compile(
    f"(?=[{_FIRSTS}])(?=.[{_SECONDS}]|[©顶])(?:{'|'.join(f'({pattern})' for pattern in PHRASES.values())})"
)
"""One group a kind of phrase, in the order of `PHRASES`."""

DATE = re.compile(r"[0-9](?:(?<=[12])[90]\d\d\s?[-年/.]\s?\d{1,2}\s?[-月/.]\s?\d{1,2}|\d?:\d\d)")

# A line that is nothing but the head of what follows an article.
_OF_READERS = "网友|網友|最新|全部|热门|精彩|精选|精選|读者|发表|發表|我要|用户|文章|查看"
_OF_OTHERS = (
    "相关|相關|推荐|推薦|热门|熱門|更多|精彩|延伸|扩展|拓展|最新|最近|近期|往期|随机|同类|热点|今日|本周|本月|一周|每日|实时|即時"
    "|编辑|小编|图文|猜你|[为為][您你]|[您你]可能(?:还|還|也|会|會|想){0,2}|大家[都还還]在|其他人还在|(?:他们|网友|看过本文的人?)还|看了又"
)
_THINGS = (
    "阅读|閱讀|新闻|新聞|文章|链接|連結|推荐|推薦|报道|報導|專題|专题|内容|資訊|资讯|搜索|喜欢|喜歡|看了?|排行|视频|信息|话题"
    "|故事|图片|作品|帖子|主题|博文|日志|热文|热榜|热搜|栏目|精彩|精选|商品|课程|感兴趣|有興趣|回顾|更新|发布|热点"
)
END_HEAD = re.compile(
    rf"[\W_]*(?:(?:{_OF_READERS})*(?:评论|評論|留言|跟帖|回复|回應|讨论|討論)|(?:发表|發表)(?:意见|意見)|comments?|feedback|leave a (?:reply|comment)"
    rf"|(?:{_OF_OTHERS})+(?:的?(?:{_THINGS}))+|(?:新闻|点击|阅读|热文|文章)?排行榜?|trackback|分享到|猜你喜欢)"
    r"\s{0,3}(?:[（(\[]?\s?\d{1,9}\s?[条篇个]?[)）\]]?)?[\W_]*",
    re.IGNORECASE,
)
END_HEAD_LENGTH = 16
# The head of all readers' comments, which stands once on a page; a post has just 评论 or 回复.
COMMENTS_HEAD = re.compile(
    rf"[\W_]*(?:(?:{_OF_READERS})+(?:评论|評論|留言|跟帖)|(?:评论|評論|comments?)(?=\W{{0,3}}\d))"
    r"\s{0,3}(?:[（(\[]?\s?\d{1,9}\s?[条篇个]?[)）\]]?)?[\W_]*(?:只看(?:作者|楼主))?",
    re.IGNORECASE,
)
# The head that blogs set, with the article's title in it.
COMMENTS_ON = re.compile(
    r"[《“「\"].{1,60}有\s?\d{1,5}\s?(?:[条條个個則则篇]\s?)(?:想法|评论|評論|留言|回应|回應|迴響|回响)\W*"
    r"|\d{1,5} (?:thoughts?|comments?|responses?|replies) (?:on|to) .{1,60}",
    re.IGNORECASE,
)
COMMENTS_ON_LENGTH = 80

# A line that begins so and is short is furniture of the page, wherever it stands.
FURNITURE = re.compile(
    r"[\W_]*(?:责任编辑|責任編輯|责编|本文编辑|编辑[:：]|編輯[:：]|字体[:：]|字號|字号|分享到|分享至|分享[:：]|标签[:：]|标签$|關鍵字[:：]|关键词[:：]"
    r"|热搜[:：]|转载请注明|轉載請註明|本文链接|本文地址|原文链接|版权所有|版權所有|打印本|打印$|关闭窗口|关闭$|返回(?:目录|顶部|首页|列表)|上一[篇页章]|下一[篇页章]"
    r"|复制链接|举报$|收藏本|用手机看|扫码|扫一扫|本帖最后由|请记住本|手机用户请|天才一秒|\d+\s?人赞同|赞同\s?\d*$|反对$|\d+\s?条评论|copy link$"
    r"|share$|图片来源|网友评论|您的心情|相关标签|(?:广告|廣告|advertisement)\W*$|请?继续往下阅读|請?繼續往下閱讀"
    r"|(?:点击|點擊|点此|點此)?(?:阅读|閱讀|展开|展開|查看|收起|余下)全文|展开剩余|下载.{0,8}(?:客户端|app)|打开.{0,8}app|扫.{0,6}二维码"
    r"|(?:[#＃][^\s#＃]{1,20}[\s#＃]*){2,}$)",
    re.IGNORECASE,
)
FURNITURE_LENGTH = 45
# A line of any length that begins so speaks for the site.
DECLARATION = re.compile(
    r"[\W_]*(?:平台|网站|網站|本站|本网|版权|版權|免责|免責|广告|廣告|转载|轉載|特别|特別|郑重|鄭重)(?:声明|聲明)\s?[:：]"
)

# A line between title and text that begins so and tells a date is a byline, however much else it tells.
BYLINE_HEAD = re.compile(
    r"\W{0,3}(?:本文)?(?:(?:首次)?(?:发表|發表|发布|發布|發佈|更新|编辑|創建|创建|上传)(?:于|於|时间|時間|日期)|时间|時間|日期|来源|來源|作者|记者|記者)"
)
BYLINE_LENGTH = 120

# What sites say under articles about rights and opinions; in an article it may be news.
SITE_SPEAKS = re.compile(
    r"不代表.{0,12}(?:立场|立場|观点|觀點|意见|意見)|(?:未经|未經).{0,12}(?:允许|允許|授权|授權|许可|許可|同意).{0,12}(?:不得|禁止|请勿|請勿|严禁|嚴禁)"
    r"|(?:如有|如对|若有|如涉|如存在|如發現|如发现).{0,16}(?:侵权|侵權|异议|異議|投诉|投訴|不妥|版权|版權).{0,16}(?:联系|聯繫|聯絡|删除|刪除|告知)"
    r"|(?:转载|轉載)(?:请|請)|(?:版权|版權|著作权|著作權)(?:归|歸|属|屬).{0,16}(?:所有|$)|著作[权權].{0,8}保[护護]|侵[删刪]"
    r"|^\W{0,3}(?:本文|原文)(?:链接|鏈接|地址|网址|来源|來源|转自|轉自|转载自|轉載自|共计?\s?\d)|^\W{0,3}©"
)

FORUM_TITLE = re.compile(r"论坛|論壇|社区|社區|bbs|贴吧|问答|discuss|forum|提问|回答|吧|楼", re.IGNORECASE)

CLASS_WORDS = {
    "content": """content contents article articles post posts text body main entry detail details story news
        cont con txt zhengwen para paragraph rich read""",
    "comment": "comment comments reply replies cmt answer thread floor message postmessage",
    "furniture": """nav navbar menu foot footer bottom header head top topbar side sidebar aside related relate
        recommend rec hot rank share ad ads adv advert copyright login search banner breadcrumb crumb crumbs tag
        tags links link list pager page tool toolbar tools widget qrcode social bar tab tabs tip tips more right
        author user avatar meta info byline source date time title caption sign signature copy declare
        disclaimer statement editor""",
}
_CLASS_WORD = {word: 1 << kind for kind, words in enumerate(CLASS_WORDS.values()) for word in words.split()}
_IDENTIFIER_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\n")


def class_bits(identifiers: Iterable[str]) -> list[int]:
    """For each class or id attribute one bit for each kind of `CLASS_WORDS` that it names, as a whole word."""
    found = []
    bits = 0
    # One search for all; a line break tells where the next begins.
    joined = "".join(f"{' '.join(words.split())}\n" for words in identifiers)
    for word in _IDENTIFIER_WORD.findall(joined):
        if word == "\n":
            found.append(bits)
            bits = 0
        else:
            bits |= _CLASS_WORD.get(word.lower(), 0)
    return found


# What a line stands in directly, and what it stands anywhere in.
LINE_TAGS = ["p", "li", "td th", "h1 h2 h3", "h4 h5 h6", "div section", "dd dt", "pre blockquote", "other"]

AROUND_TAGS = [
    "nav menu",
    "footer",
    "aside",
    "header",
    "article main",
    "li",
    "td",
    "h1 h2 h3 h4 h5 h6",
    "dl",
    "pre",
    "blockquote",
    "figcaption figure caption",
]

REGION_TAGS = [
    "div",
    "td",
    "article main",
    "section",
    "body",
    "p",
    "ul ol",
    "table tbody tr",
    "li",
    "center blockquote form dd dl",
]


def _by_tag_id(groups: list[str], other: int, *, as_bits: bool) -> NDArray[np.int64]:
    """The number of each tag's group, or its bit, by tag id; `other` for tags of no group."""
    table = np.full(LAST_TAG + 1, other)
    for number, names in enumerate(groups):
        table[[create_tag(name).tag_id for name in names.split()]] = 1 << number if as_bits else number
    return table


LAST_TAG = 512
"""Tags that HTML knows have smaller ids; all others count as this one."""
LINE_TAG = _by_tag_id(LINE_TAGS[:-1], len(LINE_TAGS) - 1, as_bits=False)
AROUND_TAG = _by_tag_id(AROUND_TAGS, 0, as_bits=True)
REGION_TAG = _by_tag_id(REGION_TAGS, 0, as_bits=True)
