"""Names of people and of media, as bylines hold them."""

from __future__ import annotations

import re

# The most common surnames, written down from general knowledge of the published counts (公安部《全国姓名报告》);
# together they cover more than nine in ten people. Traditional forms follow.
_SURNAMES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔"
    "钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤温康施文牛樊葛邢安"
    "齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛"
    "靳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤阳时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑景党宫费卜冷晏席卫米柏宗瞿桂全佟应臧"
    "闵苟邬边卞姬师和仇栾隋商刁沙荣巫寇桑郎甄丛仲虞敖巩明佘池查麻苑迟邝官封谈匡鞠惠荆乐冀郁胥南班储原栗燕楚鄢劳谌奚"
    "皮粟冼蔺楼盘厉伊仝区郜海阚花帅屠朴练廉禹祖漆巴丰支卿国狄索宣晋门云扈晁芮都阙浦戈鹿薄邸雍辜羊裘亓修邰赫杭宿逯隆茹玉嵇湛宾戎茅利冶束檀"
    "張劉陳楊黃趙吳孫馬鄭謝許韓馮鄧肖葉蘇魏呂盧鍾譚陸範賈韋鄒賀顧龔邵萬錢嚴湯溫齊喬龐顏莊聶魯歐關蘭寧紀單畢塗穀駱藍"
    "華饒陽時農簡車項連蘆麥婁竇黨宮費衛應閔鄔邊師榮叢鞏遲談樂儲勞"
)
_COMPOUND_WORDS = (
    "欧阳 上官 司马 诸葛 司徒 东方 皇甫 尉迟 公孙 慕容 令狐 长孙 宇文 端木 夏侯 南宫 司空 闻人 澹台 "
    "歐陽 司馬 諸葛 東方 尉遲 公孫 長孫 夏侯 南宮 聞人"
)
_COMPOUND = frozenset(_COMPOUND_WORDS.split())
# Words and places that begin like a name and stand beside dates: channels, columns, datelines.
_LIKE_NAMES_WORDS = (
    "时间 時間 关注 關注 站内 时事 时尚 时评 时政 文章 文化 文学 文學 文艺 文件 文字 金融 金华 高考 高校 高新 黄金 黄山 江苏 江西 江南 云南 安徽 安全 "
    "安装 安康 甘肃 宁夏 宁波 石家庄 温州 常州 常见 常识 成都 成功 成果 成长 马上 马鞍山 白天 方法 方便 方案 方向 关于 关键 包括 包装 包头 华东 华南 "
    "华北 华夏 华中 应用 应急 和谐 和平 康复 任务 任何 任命 单位 管理 游戏 游记 车市 车型 路况 路线 房产 房地产 项目 计划 解读 解放 解析 解答 万元 古代 "
    "古典 左右 元旦 简介 简历 简讯 简报 党建 党政 纪检 纪实 童年 祝福 祝贺 段子 段落 全文 全部 农业 农村 海南 海外 海口 洪水 祖国 商务 商业 商报 "
    "平安 平台 计算机 连载 连云港 阳光 时装 荆州 邢台 邯郸 徐州 郑州 苏州 潘家园 柳州 梅州 鲁迅文学 池州 沙龙 阴天 都市 明星 明天 "
    "花絮 花园 车展 车讯 路透 辛亥 水利 水果 尚未 申请 申报 申论 严重 严肃 毛笔 顾问 顾客 孔雀 向导 万象 万科 龙江 凤凰 席位 容易 贵州 贵阳 "
    "于是 向上 万一 左边 尤其 从此 牛市 熊市 牛人 米饭 古迹 路上 于此 计生 雷雨 雷达 雷人 夏天 夏日 夏季 秋天 冬天 温馨 温度 冷门 乐视 乐园 "
    "石油 钢铁 银行 钱包 毛利 高清 高端 高层 高手 高速 高管 周刊 周末 周边 周报 胡同 林业 方面 方正 程序 程度 丁香 严打 曾经 江湖 江山 江城 史料 史话 "
    "陶瓷 龙虎 万里 钱江 温泉 余杭 章节 岳阳 易经 武汉 武术 武器 齐鲁 汤圆 向前 康健 施工 施行 安排 安居 常务 常规 于今 戴尔 白酒 白银 毕业 费用 "
    "景点 景区 党史 党员 宫廷 卜算 席间 卫生 卫视 米兰 柏林 应聘 单机 包容 左翼 全球 鲜花 关爱 关系 关心 经典"
)
_LIKE_NAMES = frozenset(_LIKE_NAMES_WORDS.split())
_HAN_NAME = re.compile("[\u3400-\u9fff\U00020000-\U0003ffff]{2,4}")
_FOREIGN_NAME = re.compile(
    "[A-Z\u3400-\u9fff][\u3400-\u9fff.]{0,7}(?:[·•．][A-Z\u3400-\u9fff][\u3400-\u9fff.]{0,9}){1,3}"
)
_NOBODY_WORDS = (
    "佚名 不详 不詳 未知 匿名 无名 無名 无 無 暂无 管理员 管理員 编辑 編輯 记者 記者 网络 網絡 互联网 网友 網友 本站 本网 本報 本报 "
    "转载 轉載 转载文章 原创 原創 本站原创 本站整理 整理 作者 小编 小編 未署名 综合 網路 站长 站長 版主 楼主 樓主 游客 "
    "admin administrator root null none undefined unknown anonymous editor author webmaster user"
)
_NOBODY = frozenset(_NOBODY_WORDS.split())
_MEDIA = re.compile(
    r"[^，。！？,!?]{1,20}(?:日报|日報|晚报|早报|晨报|时报|時報|[报報社网網台臺站刊志誌]|新闻|新聞|在线|在線|客户端|频道|頻道|电视|电台"
    r"|广播|财经|財經|公众号|通讯|新媒体|头条|论坛|周末|[a-z]\.(?:com|cn|net|org)|News|Daily|Times|Post)",
    re.IGNORECASE,
)
_DATELINE = re.compile(
    r"(?:据|據)?([\u4e00-\u9fff]{1,6}(?:社|网|網|报|報))[\u4e00-\u9fff]{1,8}\s?(?:\d{1,2}|[一二三四五六七八九十]{1,3})月(?:\d{1,2}|[一二三四五六七八九十]{1,3})日\s?(?:综合)?(?:电|電|讯|訊|消息)"
)

_BRACKETS = re.compile(r"[\[\]【】〔〕（）()<>〈〉“”\"'‘’「」『』]+")
_BETWEEN = re.compile(r"[、,，;；/／|｜\s&＆]+|(?<=[\u4e00-\u9fff])[和与](?=[\u4e00-\u9fff]{2})")
_ROLE = re.compile(
    "记者|記者|通讯员|通訊員|实习生|實習生|评论员|評論員|撰稿人?|观察员|研究员|编辑|編輯|专栏作[家者]|專欄作[家者]|主持人|特派员"
)
_WORK = re.compile(
    r"(?:摄影报道|攝影報導|发自|發自|采写|采訪|采访|撰写|撰文|综合|整理|编译|編譯|报道|報道|报导|報導|摄影|攝影|摄|攝|文图|图文|译|著|讯|电)"
)
_NO_NAME = re.compile(r"[=<>{}@。！？!?：:]|https?:|www\.|\d{5}", re.IGNORECASE)
_OPENING = "([（【〔"
# [美]某某, （美国）某某
_NATION = re.compile(r"[\[(（【〔][\u4e00-\u9fff]{1,4}[\])）】〕]\s?(?=\S)")
# 某某台北5日電
_PLACE_AND_DAY = re.compile(r"([\u4e00-\u9fff]{2,3}?)[\u4e00-\u9fff]{2}\d{1,2}日")
_ON = re.compile(r"\s(?:on|at|in|于|於)$", re.IGNORECASE)
# 张三/文
_AT_END = re.compile(r"\s?[/／]\s?(?:文|著|撰文|摄影?)$")
LONGEST_NAME = 24


def is_person(text: str) -> bool:
    """Whether a text alone looks like a person's name: a surname and one to three characters, or 约翰·史密斯."""
    if _FOREIGN_NAME.fullmatch(text):
        return True
    if not _HAN_NAME.fullmatch(text) or text in _NOBODY or text in _LIKE_NAMES or is_medium(text):
        return False
    return (text[0] in _SURNAMES and len(text) <= 3) or text[:2] in _COMPOUND


def is_medium(text: str) -> bool:
    """Whether a text looks like the name of a newspaper, agency, site or station."""
    return _MEDIA.fullmatch(text) is not None


def read_names(value: str) -> tuple[str, ...]:
    """The names in what stands behind 作者: people, pen names, or one office.

    >>> read_names("宋怡 杨志华")
    ('宋怡', '杨志华')
    """
    if _NO_NAME.search(value):
        return ()
    value = _NATION.sub("", value.strip(), count=1)
    # An office in brackets behind the name: 张三（某某大学）.
    value = re.split(rf"[{re.escape(_OPENING)}]", value.lstrip(_OPENING + " "), maxsplit=1)[0]
    value = _ON.sub("", _AT_END.sub("", value))
    tokens = _without_roles(_tokens(_BRACKETS.sub(" ", value)))
    people = [token for token in tokens if _is_name(token)]
    if people and len(people) == len(tokens):
        return _known(people)
    if persons := [token for token in tokens if is_person(token)]:
        return _known(persons)
    whole = " ".join(_BRACKETS.sub(" ", value).split())
    return _known([whole]) if 2 <= len(whole) <= LONGEST_NAME else ()


def read_reporters(value: str) -> tuple[str, ...]:
    """The people in what stands behind 记者, where prose or a place may follow.

    >>> read_reporters("罗科苏盈发自北京")
    ('罗科苏盈',)
    """
    names: list[str] = []
    for token in _without_roles(_tokens(_BRACKETS.sub(" ", value))):
        if placed := _PLACE_AND_DAY.match(token):
            return _known([*names, placed[1]])
        work = _WORK.search(token)
        name = token[: work.start()] if work else token
        if work and work[0] in ("摄", "攝", "摄影", "攝影"):
            return ()
        if work and work[0] in ("报道", "報道", "报导", "報導") and not is_person(name):
            # A place before 报道: 姚峰 上海报道, 姚峰上海报道.
            name = name[:-2] if is_person(name[:-2]) else ""
        if _is_name(name):
            names.append(name)
        elif name:
            break
    return _known(names)


def read_source(value: str) -> str | None:
    """The medium in what stands behind 来源; None for words that name none (转载, 网络)."""
    value = _BRACKETS.sub(" ", value).strip(" 　-—·•|:：,，、.")
    if match := re.match(r"《([^《》]+)》", value):
        value = match[1]
    value = re.split("[，,；;]", value, maxsplit=1)[0]
    # A place or a column behind the name: 鞭牛士 北京.
    head, _, rest = value.partition(" ")
    if re.fullmatch("[\u4e00-\u9fff]{2,}", head) and rest:
        value = head
    if not 2 <= len(value) <= 2 * LONGEST_NAME or value.lower() in _NOBODY or _NO_NAME.search(value):
        return None
    return value if any(map(str.isalpha, value)) else None


def dateline_source(line: str) -> str | None:
    """The agency of a dispatch: 新华社北京3月5日电."""
    match = _DATELINE.match(line)
    return match[1] if match else None


def _is_name(token: str) -> bool:
    """Whether it can be a name: not only common ones count where a label stands before it."""
    return bool(_HAN_NAME.fullmatch(token) or _FOREIGN_NAME.fullmatch(token)) and not is_medium(token)


def _without_roles(tokens: list[str]) -> list[str]:
    """What stands behind words like 记者; what stands before the first is the paper's name."""
    left: list[str] = []
    has_role = False
    for token in tokens:
        if roles := list(_ROLE.finditer(token)):
            if not has_role:
                left.clear()
            has_role = True
            token = token[roles[-1].end() :].lstrip(":：")
        if token:
            left.append(token)
    return left or [token for token in tokens if not _ROLE.search(token)]


def _tokens(text: str) -> list[str]:
    """Parts of a list of names; a name that was set wide (周 炜) is put together."""
    parts = [part for part in _BETWEEN.split(text) if part]
    if len(parts) > 1 and len(parts) % 2 == 0 and all(len(part) == 1 for part in parts):
        return ["".join(parts[place : place + 2]) for place in range(0, len(parts), 2)]
    return parts


def _known(names: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in names if name.lower() not in _NOBODY))
