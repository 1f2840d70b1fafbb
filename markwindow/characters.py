"""Chinese characters as evidence: which reading of some bytes is Chinese, which script a text is in."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import NamedTuple

import webencodings

# The most common characters of simplified Chinese, written down from general knowledge of the published
# frequency lists (the first 360 or so), then those that menus and headlines of web pages are full of. No page
# was counted to make it. Read rightly, 50 to 80 % of a page's non-ASCII characters stand here, and 0.3 to 6 %
# when GB18030 is read as Big5 or Big5 as GB18030 (99 simplified pages of the development benchmark, read both
# ways).
_COMMON = (
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里"
    "用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实"
    "日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政"
    "美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员"
    "解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件"
    "计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象"
    "完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运笔站网京城"
    "店商车医费客服版首页闻热购图片频登录视载游戏联请谢节买卖价钱银股票济投房汽火飞航线招聘坛博评专课校园"
    "健康食装娱乐音影育足球赛"
)

# Pairs that were one character before the reform of 1956-64, written down from general knowledge, in the same
# order in both strings. Left out are characters in use on both sides (后里干台云只系). tests/test_language.py
# holds them to two witnesses: no traditional one is in GB2312, no simplified one among the 5,401 frequent
# characters of Big5.
SIMPLIFIED = (
    "爱碍袄坝罢摆败颁办绊帮绑宝报鲍贝备辈笔币毕闭边编变辩标宾拨补财参残惨灿苍仓层产尝长场厂车彻尘陈称诚惩"
    "迟筹础处触传创锤纯词辞从丛聪达带贷单担胆诞当党导岛灯邓敌递点电垫钓调订东动冻独读赌断队对吨顿夺额恶尔"
    "发罚阀烦贩饭访纺飞费纷奋愤风疯冯凤妇复负赋缚该盖赶冈刚钢纲岗个给贡沟构购够顾关观馆惯广归龟规轨贵国过"
    "还汉号贺轰红护沪华画话怀欢环换缓黄挥辉汇会绘浑货获祸击鸡积极级纪计记际继绩济剂挤夹价驾坚监间艰检减简"
    "见舰剑践鉴渐将奖讲浆酱胶骄脚较阶节结洁紧锦仅进尽劲惊经竞镜纠旧举剧据惧决绝觉军钧开凯颗壳课垦恳库裤块"
    "宽矿况亏扩阔兰拦栏蓝览烂劳涝乐类离礼丽厉励历隶俩联连怜练恋炼粮凉两辆疗辽猎临邻灵岭龄领刘龙楼卢陆录虑"
    "绿乱轮论罗逻络妈马吗买卖麦满猫贸没门闷们梦弥绵庙灭闽鸣铭谋亩难恼脑闹内拟鸟宁纽农浓诺欧盘赔喷鹏骗贫频"
    "评凭铺谱齐骑岂启气弃迁签谦钱浅谴枪墙强抢桥乔侨窍亲轻氢倾顷请庆穷区驱趋权劝确却让扰热认荣软锐润赛伞丧"
    "扫杀纱闪陕伤赏烧绍设摄审肾渗声胜绳圣师狮诗时实识蚀势饰视试适释寿兽书输属术树数帅双谁税顺说丝饲苏诉肃"
    "虽随岁孙损笋缩态谈坛叹汤讨腾题体条贴铁厅统头图涂团颓脱驮弯湾顽万网为违围维伟伪卫纬谓温闻稳问窝乌无吴"
    "务误雾牺习袭戏细虾吓鲜闲贤显险现线县宪献乡详响项萧销晓啸协胁写谢兴锈须许绪续选悬学寻训讯逊压鸦亚严盐"
    "颜艳验厌阳扬杨养样药摇遥爷业叶页医仪艺亿忆义议译异谊阴银饮隐应营赢拥踊优忧邮犹诱鱼渔与语狱预誉员园圆"
    "缘远约跃阅运韵杂灾载赞脏枣责则泽贼赠债战张涨帐账赵针侦诊镇阵争郑证织职执质纸帜滞终种钟众昼猪诸烛驻铸"
    "专转赚庄装壮状资总纵邹组钻这来绕缠谨谭轩邝韩顶颂饼馈驰骂鲁鹤黾齿坟奥娱机别错册侧测恒户届净静妆脸湿宠"
    "储闯弹挡荡档盗颠谍钉锅滚横鸿壶唤谎毁贿迹辑贾键浇娇搅饺轿晋茎颈径鹃诀骏旷窥溃莱赖篮懒捞垒泪莲链谅铃聋"
    "笼垄拢芦炉赂驴吕铝侣屡滤伦沦纶萝锣骆玛码蚂迈脉瞒蛮谜觅缅谬钠纳腻酿聂钮脓鸥呕庞抛飘泼颇牵铅钳潜翘窃钦"
    "寝琼躯鹊饶韧阁巩锋缝肤抚辐辅废粪枫讽饱惫毙贬濒滨驳惭舱沧厕馋铲阐颤偿肠畅钞衬撑骋耻炽畴绸橱厨雏疮绰赐"
    "葱窜硕烁耸讼诵绥琐锁挞贪瘫滩烫涛铜秃驼椭袜韦潍纹涡卧呜诬芜坞锡辖峡侠狭厦纤衔馅厢镶嚣挟携谐泻锌绣虚嘘"
    "叙绚勋询驯鸭哑讶烟阎砚彦谚疡瑶尧窑谣颐遗蚁诣绎荫樱婴鹰缨莹萤荧蝇颖咏舆屿驭鸳渊辕钥粤悦郧匀陨蕴酝暂凿"
    "择轧闸诈斋毡盏斩辗崭栈绽胀蛰辙贞挣睁狰挚掷肿轴皱骤诛瞩贮砖桩锥赘坠缀浊兹渍踪综诅纫绒闰萨骚涩刹筛删赡"
    "缮赊慑绅婶驶枢赎竖龚宫钩贯闺诡骇痪焕秽缉歼笺拣捡俭槛贱饯溅涧蒋矫侥缴绞诫鲸锚镁锰镀锻缎兑钝堕鹅讹饿饵"
    "赣搁鸽栋捣祷涤缔叠锭丢犊郸"
)
TRADITIONAL = (
    "愛礙襖壩罷擺敗頒辦絆幫綁寶報鮑貝備輩筆幣畢閉邊編變辯標賓撥補財參殘慘燦蒼倉層產嘗長場廠車徹塵陳稱誠懲"
    "遲籌礎處觸傳創錘純詞辭從叢聰達帶貸單擔膽誕當黨導島燈鄧敵遞點電墊釣調訂東動凍獨讀賭斷隊對噸頓奪額惡爾"
    "發罰閥煩販飯訪紡飛費紛奮憤風瘋馮鳳婦復負賦縛該蓋趕岡剛鋼綱崗個給貢溝構購夠顧關觀館慣廣歸龜規軌貴國過"
    "還漢號賀轟紅護滬華畫話懷歡環換緩黃揮輝匯會繪渾貨獲禍擊雞積極級紀計記際繼績濟劑擠夾價駕堅監間艱檢減簡"
    "見艦劍踐鑑漸將獎講漿醬膠驕腳較階節結潔緊錦僅進盡勁驚經競鏡糾舊舉劇據懼決絕覺軍鈞開凱顆殼課墾懇庫褲塊"
    "寬礦況虧擴闊蘭攔欄藍覽爛勞澇樂類離禮麗厲勵歷隸倆聯連憐練戀煉糧涼兩輛療遼獵臨鄰靈嶺齡領劉龍樓盧陸錄慮"
    "綠亂輪論羅邏絡媽馬嗎買賣麥滿貓貿沒門悶們夢彌綿廟滅閩鳴銘謀畝難惱腦鬧內擬鳥寧紐農濃諾歐盤賠噴鵬騙貧頻"
    "評憑鋪譜齊騎豈啟氣棄遷簽謙錢淺譴槍牆強搶橋喬僑竅親輕氫傾頃請慶窮區驅趨權勸確卻讓擾熱認榮軟銳潤賽傘喪"
    "掃殺紗閃陝傷賞燒紹設攝審腎滲聲勝繩聖師獅詩時實識蝕勢飾視試適釋壽獸書輸屬術樹數帥雙誰稅順說絲飼蘇訴肅"
    "雖隨歲孫損筍縮態談壇嘆湯討騰題體條貼鐵廳統頭圖塗團頹脫馱彎灣頑萬網為違圍維偉偽衛緯謂溫聞穩問窩烏無吳"
    "務誤霧犧習襲戲細蝦嚇鮮閒賢顯險現線縣憲獻鄉詳響項蕭銷曉嘯協脅寫謝興鏽須許緒續選懸學尋訓訊遜壓鴉亞嚴鹽"
    "顏豔驗厭陽揚楊養樣藥搖遙爺業葉頁醫儀藝億憶義議譯異誼陰銀飲隱應營贏擁踴優憂郵猶誘魚漁與語獄預譽員園圓"
    "緣遠約躍閱運韻雜災載讚髒棗責則澤賊贈債戰張漲帳賬趙針偵診鎮陣爭鄭證織職執質紙幟滯終種鐘眾晝豬諸燭駐鑄"
    "專轉賺莊裝壯狀資總縱鄒組鑽這來繞纏謹譚軒鄺韓頂頌餅饋馳罵魯鶴黽齒墳奧娛機別錯冊側測恆戶屆淨靜妝臉濕寵"
    "儲闖彈擋蕩檔盜顛諜釘鍋滾橫鴻壺喚謊毀賄跡輯賈鍵澆嬌攪餃轎晉莖頸徑鵑訣駿曠窺潰萊賴籃懶撈壘淚蓮鏈諒鈴聾"
    "籠壟攏蘆爐賂驢呂鋁侶屢濾倫淪綸蘿鑼駱瑪碼螞邁脈瞞蠻謎覓緬謬鈉納膩釀聶鈕膿鷗嘔龐拋飄潑頗牽鉛鉗潛翹竊欽"
    "寢瓊軀鵲饒韌閣鞏鋒縫膚撫輻輔廢糞楓諷飽憊斃貶瀕濱駁慚艙滄廁饞鏟闡顫償腸暢鈔襯撐騁恥熾疇綢櫥廚雛瘡綽賜"
    "蔥竄碩爍聳訟誦綏瑣鎖撻貪癱灘燙濤銅禿駝橢襪韋濰紋渦臥嗚誣蕪塢錫轄峽俠狹廈纖銜餡廂鑲囂挾攜諧瀉鋅繡虛噓"
    "敘絢勳詢馴鴨啞訝煙閻硯彥諺瘍瑤堯窯謠頤遺蟻詣繹蔭櫻嬰鷹纓瑩螢熒蠅穎詠輿嶼馭鴛淵轅鑰粵悅鄖勻隕蘊醞暫鑿"
    "擇軋閘詐齋氈盞斬輾嶄棧綻脹蟄轍貞掙睜猙摯擲腫軸皺驟誅矚貯磚樁錐贅墜綴濁茲漬蹤綜詛紉絨閏薩騷澀剎篩刪贍"
    "繕賒懾紳嬸駛樞贖豎龔宮鉤貫閨詭駭瘓煥穢緝殲箋揀撿儉檻賤餞濺澗蔣矯僥繳絞誡鯨錨鎂錳鍍鍛緞兌鈍墮鵝訛餓餌"
    "贛擱鴿棟搗禱滌締疊錠丟犢鄲"
)

# What one-to-one pairs cannot give: forms with two origins, and characters used on Taiwan only.
_ALSO_TRADITIONAL = "後裡裏於隻係製臺著兒麼聽妳您它牠"
_COMMON_MARKS = "，。、："

TO_TRADITIONAL = str.maketrans(SIMPLIFIED, TRADITIONAL)
COMMON_SIMPLIFIED = frozenset(_COMMON + _COMMON_MARKS)
COMMON_TRADITIONAL = frozenset(_COMMON.translate(TO_TRADITIONAL) + _ALSO_TRADITIONAL + _COMMON_MARKS)


class Reading(NamedTuple):
    """Some bytes read in one encoding."""

    text: str
    encoding: str
    misfits: int
    """U+FFFD, and private-use characters in an encoding that is not Unicode."""


def read(html: bytes, encoding: str) -> Reading:
    """Read in an encoding of this project's names; what cannot be read becomes U+FFFD."""
    if encoding == "gb18030":
        # GBK has no private-use and no four-byte characters, and the same table for the rest.
        with suppress(UnicodeDecodeError):
            return Reading(html.decode("gbk"), encoding, 0)
    known = webencodings.lookup(encoding)
    text = html.decode(known.codec_info.name if known else encoding, "replace")
    # Unicode pages use private-use characters on purpose, for icons; elsewhere they are holes in the table.
    private_use = 0 if encoding.startswith("utf-") else _count_private_use(text)
    return Reading(text, encoding, text.count("\ufffd") + private_use)


_NON_ASCII_FOR_ONE_MISFIT = 200


def fits(reading: Reading) -> bool:
    """At most 0.5 % of the non-ASCII characters are misfits, a last one cut by the page's end left out."""
    misfits = reading.misfits - reading.text.endswith("\ufffd")
    return misfits <= 0 or misfits * _NON_ASCII_FOR_ONE_MISFIT <= count_non_ascii(reading.text)


def count_non_ascii(text: str) -> int:
    """How many characters of the text are not ASCII."""
    return len(text) - len(text.encode("ascii", "ignore"))


# First bytes of UTF-16 units: U+E000-F8FF, and the surrogates that lead to planes 13-16 (15 and 16 are
# private use; 13 is empty, 14 holds tags that no page in an old encoding has).
_PRIVATE_USE = bytes([*range(0xE0, 0xF9), 0xDB])


def _count_private_use(text: str) -> int:
    """Four times as fast as a pattern; the text must not hold lone surrogates."""
    first_bytes = text.encode("utf-16-be")[::2]
    return len(first_bytes) - len(first_bytes.translate(None, _PRIVATE_USE))


_COMMON_IN = {
    "gb18030": COMMON_SIMPLIFIED,
    "big5hkscs": COMMON_TRADITIONAL,
    "utf-8": COMMON_SIMPLIFIED | COMMON_TRADITIONAL,
}
# Characters that only this script has, common or not.
_TELLING_IN = {
    "gb18030": frozenset(SIMPLIFIED),
    "big5hkscs": frozenset(TRADITIONAL),
    "utf-8": frozenset[str](),
}
# Far from both sides: 50 to 80 % where read rightly, up to 6 % where read wrongly (see above). Other scripts
# fall on common characters by chance, one in nine at most (412 of the 3,755 in the first level of GB2312).
_CONVINCING_SHARE = 0.25
# Up to here chance may lift the wrong reading over that share, so readings are compared.
_SHORT = 50
# Up to here one common character is enough, and one that only one script has counts for a part of it more:
# a statistical guesser knows less (99.8 % are right at six characters).
_TINY = 20
_TELLING_WEIGHT = 0.4
# Two accented letters can look like one common character.
_LEAST_TO_OVERRULE = 4
_SAMPLE = 2000
_NON_ASCII = re.compile(r"[^\0-\x7f]+")


def _sample(text: str) -> str:
    """The first 2,000 non-ASCII characters of the whole text, however far down they stand."""
    parts: list[str] = []
    left = _SAMPLE
    for part in _NON_ASCII.finditer(text):
        parts.append(part[0][:left])
        left -= len(parts[-1])
        if left == 0:
            break
    return "".join(parts)


def _count(sample: str, table: frozenset[str]) -> int:
    return sum(map(table.__contains__, sample))


def chinese_reading(html: bytes, tried: dict[str, Reading]) -> Reading | None:
    """The reading (GB18030, Big5, damaged UTF-8) that is Chinese by its share of common characters, if any.

    Readings are taken from ``tried`` and added to it.
    """
    best, best_share = None, 0.0
    for encoding, common in _COMMON_IN.items():
        if encoding not in tried:
            tried[encoding] = read(html, encoding)
        sample = _sample(tried[encoding].text)
        share = _count(sample, common) / max(1, len(sample))
        convincing = share >= _CONVINCING_SHARE
        if convincing and len(sample) > _SHORT:
            return tried[encoding]
        if len(sample) <= _TINY and fits(tried[encoding]):
            convincing = True
            share += _TELLING_WEIGHT * _count(sample, _TELLING_IN[encoding]) / max(1, len(sample))
        if convincing and share > best_share:
            best, best_share = tried[encoding], share
    return best


def is_other_chinese(html: bytes, reading: Reading) -> bool:
    """The bytes fit the reading, as nearly any fit iso-8859-1 or big5, but are plain Chinese in another.

    Big5 read as GB18030 never fits: it is full of private-use characters.
    """
    if reading.encoding == "gb18030":
        return False
    if reading.encoding == "big5hkscs":
        sample = _sample(reading.text)
        if _count(sample, COMMON_TRADITIONAL) >= _CONVINCING_SHARE * len(sample):
            return False
    for encoding in {"gb18030", "big5hkscs"} - {reading.encoding}:
        sample = _sample(read(html, encoding).text)
        if _count(sample, _COMMON_IN[encoding]) >= max(_LEAST_TO_OVERRULE, _CONVINCING_SHARE * len(sample)):
            return True
    return False
