"""The words of threads: floors, times, members' profiles, and what readers can click on."""

from __future__ import annotations

import re

LONGEST_STAMP = 110
"""Characters of a line that tells who posted when."""
RELATIVE = re.compile(
    r"\d{1,3}\s?(?:秒|分钟|分鐘|小时|小時|个小时|天|日|周|星期|个月|月|年)(?:以)?前|刚刚|剛剛|半小时前|(?:昨天|前天|今天)\s?(?:\d{1,2}:\d{2})?"
    r"|(?<!\d)\d{1,2}(?:-|月)\d{1,2}日?\s+\d{1,2}:\d{2}"
)
"""Times that depend on when somebody reads them, or without a year."""
FLOOR = re.compile(
    r"(?:第\s?)?(\d{1,6})\s?(?:楼|樓|层|層|[#＃]|[Ff](?![A-Za-z]))|[#＃]\s?(\d{1,6})(?!\d)|№\s?(\d{1,6})"
    r"|(?P<named>楼主|樓主|沙发|沙發|板凳|地板)"
)
"""A post's place in its thread."""
_NAMED_FLOORS = {"楼主": 1, "樓主": 1, "沙发": 2, "沙發": 2, "板凳": 3, "地板": 4}
# 回复 3楼 tells of another post's floor.
_OTHER_FLOOR = re.compile(
    r"(?:回复|回覆|引用|回|@|对)\s?(?:第\s?)?(?:\d{1,6}\s?(?:楼|樓|#|层)|[#＃]\s?\d{1,6}|楼主)|共\s?\d+\s?[层楼]|只看楼主|楼主最后"
)
NO_POSTING = re.compile(
    r"注册|註冊|最后登[录陆]|最後登錄|上次|最近登|在线|生日|到期|有效期|入会|加入(?:时间|日期)|编辑于|編輯於|最后由|最后编辑|最後由"
)
_ABOUT = (
    "等级|等級|级别|級別|头衔|頭銜|积分|積分|帖子|帖数|发帖|發帖|文章|威望|金钱|金錢|金币|注册|註冊|来自|來自|精华|精華|在线"
    "|经验|經驗|经验值|主题|最后登录|性别|门派|状态|狀態|魅力|贡献|貢獻|好友|UID|阅读权限|閱讀權限|用户组|听众|收听|声望|回帖|粉丝"
    "|关注|身份|IP|Posts?|Joined|Location|生命|体力|资产|财富|人气|鲜花"
)
PROFILE = re.compile(
    rf"(?:{_ABOUT})(?:数|量|数量|时间|日期|於|于)?(?:\s?[:：].{{0,30}}|\s{{0,3}}[-\d].{{0,25}})?",
    re.IGNORECASE,
)
"""A line about a member, not by one."""
_BUTTON = (
    "回复|回覆|回應|引用|举报|檢舉|支持|反对|反對|赞|讚|踩|顶|评论|点评|點評|收藏|编辑|編輯|删除|分享|只看(?:该作者|楼主|他|TA)|查看|TOP|返回顶部"
    "|顶部|倒序浏览|阅读模式|电梯直达|使用道具|评分|打赏|送花|发消息|发短消息|加好友|加为好友|个人空间|个人主页|博客|资料|短消息|关注|粉丝|私信|展开|收起|复制链接|采纳"
    "|感谢|没有帮助|鲜花|鸡蛋|更多|登录|注册"
)
# No part can match in two ways.
BUTTONS = re.compile(
    rf"(?:[\[【(（]{{0,2}}(?:{_BUTTON})(?:\s?[(（]?\d{{1,6}})?[\]】)）|·\s]{{0,9}}){{1,12}}", re.IGNORECASE
)
"""What readers can click on, and nothing else."""
_AUTHOR = "发信人|發信人|作者|作\\s者|发帖人|发贴人|發帖人|网友|網友|用户|会员|昵称|楼主|提问者|回答者|答主"
AUTHOR_LABEL = re.compile(
    rf"(?:(?:{_AUTHOR})\s?[:：]|Posted by|(?<!\S)由(?=\s))\s{{0,3}}([^\s:：,，。()（）\[\]【】|»]{{1,24}})"
)
"""A name behind the word for it."""
AUTHOR_BEFORE = re.compile(
    r"^[\W_]{0,3}(?!(?:最后)?(?:发表|發表|发布|回复|回答|提问|评论|编辑))([^\s:：,，。|]{1,24})\s{0,3}(?:发表于|發表於|发布于|发表评论于|回复于|回答于|提问于|评论于|於|于)\s?[:：]?\s?(?=\d|昨|今|前|刚)"
)
"""A name before the words for posting."""


def floor_of(text: str) -> int | None:
    """The floor that the line tells, when it is short; other posts' floors apart."""
    if len(text) > LONGEST_STAMP:
        return None
    found = FLOOR.search(_OTHER_FLOOR.sub(" ", text))
    if not found:
        return None
    if named := found["named"]:
        return _NAMED_FLOORS[named] if len(text) <= 12 else None
    return int(next(filter(None, found.groups())))


def is_about_member(text: str) -> bool:
    """Whether the line is about a member or for clicking, so no part of a post."""
    return len(text) <= LONGEST_STAMP and bool(PROFILE.fullmatch(text) or BUTTONS.fullmatch(text))
