"""Words and addresses that tell the kind of a page: general ones of the Chinese web."""

from __future__ import annotations

import re

from markwindow.characters import SIMPLIFIED, TRADITIONAL

# Besides the pairs that were one character: forms with two origins, as the words of such pages have them
# (帳號 is 账号 there).
_SIMPLIFIED = str.maketrans(
    f"{TRADITIONAL}係瀏覆贊曆後並繫於願註麼餘帳", f"{SIMPLIFIED}系浏复赞历后并系于愿注么余账"
)
_ONLY_TRADITIONAL = re.compile(f"[{''.join(map(chr, _SIMPLIFIED))}]")


def simplified(text: str) -> str:
    """A text with the traditional characters that its words may be written in replaced by simplified ones."""
    if _ONLY_TRADITIONAL.search(text):
        return text.translate(_SIMPLIFIED)
    return text


# A notice that stands in place of the page.
NOTICE = re.compile(
    r"(?:无法|不能|没有|未能?)(?:找到|显示|打开|观看|播放|存取|检视)(?:该|此|这个|您.{1,4}的)?(?:页|网页|网站|站点|内容|影片|文件|资源|对象)|可能已?(?:经)?(?:被)?(?:删除|更名|移动|移除)"
    r"|(?:所在|当前|目前)的?(?:地区|国家|区域|网络).{0,12}(?:无法|不能|不支持|限制)|(?:地区|区域|版权|年龄)限制|仅(?:限|对|供|向).{0,10}(?:会员|用户|订户|校内|内网|内部|注册|成员|登[录入])"
    r"|(?:参数|链接|地址|网址)(?:错误|无效|有误|(?:已经?)?(?:过期|失效))|不见了|来晚了|(?:已经?|被)(?:取消|停止|关闭|结束|转移|移除)|(?:该|此|您.{0,8}的).{1,8}不存在"
    r"|不允许|维护中|未满\s?\d+\s?[周岁]|年满\s?\d+\s?[周岁]|[Uu]navailable|[Tt]emporarily unable|not (?:allowed|permitted)"
    r"|(?:只有|仅限?|需要?)[^，。]{1,12}(?:可以?|才能|方可)(?:访问|查看|阅读|观看|浏览|进入)|暂时?(?:无法|不能|不可|不予)(?:访问|播放|观看|查看|显示|浏览)"
    r"|因.{2,12}(?:原因|限制|规定|要求).{0,4}(?:无法|不能|不予|暂|已)|身份是.{0,3}游客"
    r"|请(?:在|使?用|通过|前往)(?!.{0,6}浏览器).{2,12}(?:打开|查看|观看|访问)|输入(?:访问|查看)?(?:密码|口令)|设置了.{0,6}密码"
    r"|站点(?:已|未|不|创建成功)|域名(?:已|未|不|.{0,4}(?:过期|到期))|(?:应用程序|伺服器|服务器|数据库)(?:中的|连接|内部|出现|发生|暂时)*(?:服务器)?(?:错误|失败|不可用|无法|出错|过载)|HTTP (?:错误|Status|Error)|(?:先|请|重新|需要?)登[录陆入]|登[录陆入]后"
    r"|requested URL|on this server|page (?:cannot|can.t|could not|you|was not)|(?:temporarily|currently) unavailable|Bad Request|Gateway Time-?out|Too Many Requests|Method Not Allowed"
    r"|[Aa]ccount (?:[Ss]uspended|disabled)|[Ee]rror establishing|Whitelabel Error|explicit mapping|Request Rejected|[Ss]ubscribe to|[Ss]ubscribers only|[Mm]embers only|Welcome to nginx|Test Page|It works!|"
    r"环境异常|完成验证|安全验证|人机验证|身份验证|滑动验证|拖动(?:下方)?滑块|输入验证码|验证码|您是(?:不是)?(?:真)?人|访问验证|安全检查|安全检测"
    r"|访问受限|访问被(?:拒绝|拦截|禁止|阻断)|(?:禁止|拒绝|停止|暂停|无法|限制)访问|(?:访问|操作|请求)(?:过于|太)?频繁|访问异常|异常(?:访问|流量|请求|行为)"
    r"|(?:被|已)(?:管理员)?(?:拦截|阻断|屏蔽)|防火墙|无权(?:访问|查看|限)|没有权限|权限不足|(?:请|您需要|需要|需)先?(?:登录|登陆|注册)"
    r"|登[录陆]后(?:才能|方可|即可|可以|可)?(?:查看|可见|继续|阅读|浏览|访问)|扫码登录|账号登录|密码登录|忘记密码"
    r"|(?:页面|网页|内容|文章|帖子|主题|链接|资源|文件)(?:已经?)?(?:不存在|找不到|未找到|没有找到|不可用|失效|过期)|找不到(?:该|您|此|这)?.{0,6}(?:页面|网页|文件)"
    r"|不存在或(?:者)?(?:已经?)?(?:被)?(?:删除|移走|关闭)|已(?:经)?被?(?:其?发布者|作者|管理员|用户|版主)?(?:删除|下架|屏蔽)|违规.{0,6}无法查看|此内容因违规|因涉嫌违"
    r"|(?:按住|移动|拖动)滑块|拖到最(?:右|左)|已(?:经)?(?:下线|停止服务|被封禁)|(?:设为|仅|仅限).{0,4}(?:自己|作者|好友|粉丝|会员|部分).{0,4}可见|无法(?:进行|完成)(?:此|该|本)?操作"
    r"|付费(?:章节|内容|阅读|后)|(?:订阅|购买|付费|充值|开通会员)后|建设中|敬请期待|即将(?:上线|开放)|正在(?:筹备|建设)|尚未(?:开放|开通)|暂不支持|审核中|走丢了|出错了"
    r"|(?:您|你)(?:所|想|要)?(?:找|访问|查看|请求|浏览|寻找)的(?:页面|内容|网页|文章|商品|信息|资源)|没有(?:这|该|此)[条个篇]?(?:信息|内容|文章|记录|数据|页面)"
    r"|(?:信息|记录|商品|用户|数据|栏目)不存在|(?:用户|[账帐]号|店铺|频道|公众号).{0,4}(?:注销|封禁|冻结|停用|迁移)|不再(?:展示|提供|显示)"
    r"|您是否(?:是|为)真人|连接的?安全性|(?:只有|仅)(?:成员|好友|会员|粉丝|登录用户|群成员).{0,2}(?:可以?|才能)|私密(?:群组|[账帐]号|空间|相册|内容)"
    r"|(?:登[录陆]|会话|操作)已?(?:超时|过期|失效)|重新登[录陆]|欢迎登[录陆]|立即注册|记住我|[没沒]有[账帐帳]号|找回密码|(?:不|非)法(?:参数|请求|操作|访问)|(?:设置|云盾|防护|系统).{0,4}拦截|访问被阻断|请完成(?:下列|以下|安全|验证)"
    r"|服务器(?:错误|繁忙|内部错误)|系统(?:繁忙|维护|升级)|网站(?:维护|升级|关闭|备案)|尚未备案|未备案|稍后再试"
    r"|環境異常|完成驗證|安全驗證|驗證碼|拒絕(?:存取|訪問)|存取被拒|請先登入|登入後|頁面不存在|找不到.{0,6}(?:頁面|網頁)|已(?:被)?刪除"
    r"|\b40[0134]\b(?!-\d)|\b50[0234]\b(?!-\d)|Forbidden|Not Found|Access [Dd]enied|Just a moment|Checking your browser|[Vv]erify(?:ing)? (?:that )?you are|are (?:a )?human"
    r"|[Cc]aptcha|CAPTCHA|unusual traffic|[Ss]ecurity (?:check|verification)|Service Unavailable|Bad Gateway|Internal Server Error"
    r"|Unauthorized|have been blocked|[Uu]nable to access|Attention Required|Cloudflare|Ray ID|[Ll]og ?in to continue|[Pp]lease (?:log|sign) ?in"
)
OF_FORMS = re.compile(
    r"忘记密码|找回密码|立即注册|重新登录|记住我|(?:输入)?验证码|[没沒]有[账帐帳]号|(?:扫码|账号|密码)登录|建设中|敬请期待|即将(?:上线|开放)|(?:先|请)登[录陆入]"
)
"""Notices that stand beside the text of many pages too."""
LOCKED = re.compile(
    r"(?:剩余|其余|余下)\s?\d+\s?[%％].{0,14}|(?:本[章文节篇]|[该此](?:章节|文|内容)|以下|剩余|全文|后续|余下).{0,14}(?:付费|订阅|购买|VIP|[会會]员|登录|解锁|扫码|关注)"
    r"|(?:付费|订阅|购买|开通|登录|解锁|扫码|关注).{0,12}(?:阅读|查看|浏览|畅读|解锁|继续)(?:全文|更多|剩余|后续|完整|阅读)"
    r"|会员(?:专享|专属|可读)|专享内容|付费(?:内容|阅读)"
)
"""A text that stops where readers have to pay or to log in."""
PAID = re.compile(r"付费|订阅|购买|会员|VIP|剩余|其余")
"""Words of such a place that no foot of an article has."""
LOADING = re.compile(
    r"加载中|正在加载|载入中|正在载入|加载失败|請稍候|请稍[候等]|載入中|[Ll]oading|(?:启用|开启|打开|允许|支持|啟用|開啟)\s?[Jj]ava[Ss]cript|[Ee]nable JavaScript"
    r"|(?:拼命|努力|玩命|资源|数据)加载|请耐心等待|初始化中|正在(?:初始化|启动|连接|获取数据|努力|为您(?:寻找|查询|加载))|浏览器(?:版本(?:过低|太低|过旧|太旧|较低)|不支持)|更换(?:您的)?浏览器|使用.{0,10}浏览器|安装.{0,12}(?:插件|播放器|[Pp]layer|[Ff]lash)|升级(?:您的)?浏览器"
)
# Words that alone tell little; together, on a page with hardly any text, they are a notice.
WEAK_NOTICE = re.compile(
    r"无法|(?<![猜为给])您|(?m:^)请(?![教柬客假问升更稍])|回(?:到)?首页|[Oo]ops|抱歉|很遗憾|对不起|不能|返回首页|重试|稍后|检测到|监测到|验证|登录|限制|拒绝|错误|异常|提示|封禁|已迁移|撤下|审核|停用|关闭|失败|权限|刷新"
    r"|登入|錯誤|[Ss]orry|[Uu]nable|[Bb]locked|[Ee]rror|[Rr]etry|[Rr]efresh|[Rr]edirect|[Dd]enied|[Rr]equest|[Ss]ecurity|[Ss]erver"
)
# A program tells of its own failure.
TRACE = re.compile(
    r"^\s*(?:#\d+\s+(?:[/\\{\[]|[A-Z]:|\w+\()|at\s[\w.$<>]+\()|\.(?:php|java|aspx?|cs|py|jsp|rb|js|ts|go)(?:\(\d+\)|:\d+|[：:(（, ]+(?:line|第)?\s?\d+)"
    r"|on line \d+|\bLINE\s?[:：]\s?\d+|\w(?:Exception|Error)\b|SQLSTATE|Exception (?:Type|Value|Location)|Request Method|does not exist|site-packages|[Ss]tack ?[Tt]race|Traceback|(?:Fatal|Parse|Runtime|Application|Server) [Ee]rror|Uncaught"
    r"|ORA-\d{5}|\bODBC\b|OLE DB|nested exception|Call to undefined|运行时错误|堆栈跟踪|未处理的异常|异常详细信息|Web 请求期间|\bSystem(?:\.\w+){2}|(?:java|javax|org|com)\.[a-z]\w{0,40}\.[\w.]{0,80}\w\(|未经处理的异常|unexpected condition"
    r"|[/\\]\w{1,60}\.(?:php|aspx?|jsp)\b.{0,12}(?:行|line)\s?\d+"
)
FAILURE = re.compile(
    r"(?:系统|程序|服务器|应用程序|数据库|运行时)(?:发生|中的|运行|连接|内部|出现)*(?:服务器)?(?:错误|异常)|HTTP (?:Status|Error)\W{0,3}[45]\d\d|[Ee]xception"
    r"|Server Error|(?:Runtime|Application) Error|\bError\b|Whoops|[Ss]omething went wrong|出错了|出错啦|详细错误|HTTP 错误|错误提示|错误信息"
)
"""What such a page calls itself in its title."""
CONTACT = re.compile(
    r"电话|電話|地址|邮[编箱]|備案|备案|[主承]办|主辦|技术支持|制作|维护|\bTel|E-?mail|QQ|建议使用|分辨率|版权|版權|©|[Cc]opyright|ICP|许可证|Powered"
)
"""What a site's foot tells."""
BARE = re.compile(
    r"https?://\S{1,200}|(?:\S{1,5}\s{1,3}){2,30}\S{1,5}|(?:[^\s|｜·]{1,6}\s?[|｜·]\s?){2,30}[^\s|｜·]{1,6}|(?:[^\s:：]{1,8}[:：]\s{0,9})+|(?:当前|您的|您现在的|您所在的|所在)位置.{0,60}"
)
"""A line of labels that nothing stands behind, a menu, an address, or the page's place in its site."""
DAY = re.compile(
    r"(?:.{0,20}[\s:：　])?(?:19|20)\d\d\s?[-年/.]\s?\d{1,2}\s?[-月/.]\s?\d{1,2}\s?日?(?:[\s　].{0,16})?"
)
"""A line that dates a text: a day, and hardly more."""
# Places that a template is to fill.
UNFILLED = re.compile(
    r"\{\{[^{}]{1,80}\}\}|\$\{[\w.\[\]$ ]{1,60}\}|<%[^%]{1,80}%>|\{%[^%]{1,80}%\}|\[\[\s?\w+(?:\.\w+)+\s?\]\]|\{[a-z]+:[\w.]+[^{}]{0,40}\}|\{\$\w[^{}]{0,60}\}|\[![-=+][^\]]{1,60}\]"
)
REDIRECTING = re.compile(
    r"(?:正在|即将|马上|自动|稍后|将|秒后?)(?:为您|自动|为你)?(?:跳转|转[向到跳入]|重定向|进入)|跳转(?:中|至|到)|页面(?:正在)?跳转|没有(?:自动)?(?:跳转|反应)"
    r"|(?:点击|点|按)(?:这里|此处|此|此链接|本链接)(?:进入|跳转|继续|访问)?|正在前往|(?:即将|将要)离开|[Rr]edirecting|(?:click|Click) here|自動(?:跳轉|轉向)|轉址"
)
REFRESH = re.compile(r"^\s*\d{1,2}(?:\.\d+)?\s*[;,]\s*(?:url\s*=)?\s*['\"]?\S", re.IGNORECASE)
"""The content of a meta refresh that leads to another address."""
COUNTERS = re.compile(
    r"tongji|(?<![a-z])stats?(?![a-z])|statisti|analytic|hm\.js|cnzz|gtag|ga\.js|push\.js|count(?:er)?\.|51\.la|beacon|track|pingback",
    re.IGNORECASE,
)
"""Addresses of scripts that count readers."""
LEADS_ELSEWHERE = re.compile(r"location(?:\.href|\.replace|\.assign)?\s?[=(]")
SAYS_AND_GOES_BACK = re.compile(r"\balert\s?\(|history\.(?:back|go)\s?\(")
"""A script that tells readers something and sends them back."""
NEEDS_SCRIPT = re.compile(r"java\s?script|脚本|腳本", re.IGNORECASE)
NOTHING = re.compile(
    r"(?:还|暂时|目前)没有(?![账帐]号)|没有任何|没有(?:数据|记录|内容)|空空如也|共\s?0\s?[条页篇]|暂无|尚无|(?:没有|未)(?:找到|搜到|查询到)|空白页|此处为空|什么都没有|尚無內容|暫無"
)
# Elements that scripts fill.
SCRIPT_ROOTS = "#app,#root,#__next,#__nuxt,#main-app,#app-root,#react-root,#application,app-root,#container-root,[data-reactroot]"

OF_THREADS = re.compile(
    r"楼主(?!人)|樓主(?!人)|沙发|沙發|板凳|地板|楼上|顶楼|只看(?:该作者|楼主|作者|他|TA|此ID)|发表于|發表於|第\s?\d+\s?[楼樓]|(?:回复|回覆)(?:本帖|帖子|文章|主题|该帖)"
    r"|快速(?:回复|回覆)|回帖|发新帖|发表新帖|使用道具|最佳答案|采纳|\d+\s?[个個条條篇]\s?(?:回答|回复|回覆)|写回答|我来答|(?:其他|全部|更多)回答|追问|追答"
    r"|提问者|回答者|答主|发表回复|附言|本帖|留言[板簿本]|我要留言|跟贴|\bLZ\b|同主题|发信人|贴子|版主|[Dd]iscuz|phpBB|[Pp]hp[Ww]ind"
)
OF_ANSWERS = re.compile(
    r"(?:最佳|满意|推荐|其他|全部|更多|默认)回答|最佳答案|\d+\s?[个個]\s?回答|写回答|我来答|我来回答|邀请回答|采纳|提问者|提问于|回答者|回答于|答主|追问|追答|悬赏"
    r"|\d+\s?人?(?:赞同|贊同)|(?:赞同|贊同)\s?\d+|被浏览|关注问题|好问题"
)
"""Words of questions with their answers."""
OF_ARTICLES = re.compile(
    r"责任编辑|責任編輯|编辑[:：]|来源[:：]|记者|本报讯|原标题|字号|字体|上一篇|下一篇|发布日期|相关新闻|相关阅读|正文|通讯员|分类[:：]|阅读\s?[(（]|博客|随笔|[Tt]rackback"
)

WORDS = [
    (kinds, weight, most, re.compile(pattern), told)
    for kinds, weight, most, pattern, told in (
        (
            "index",
            1.0,
            4.0,
            r"发[布表起]?新?(?:[帖贴]|主题|话题|讨论)|發帖|版主|最后发表|最后回复|最後發表|最新回复|回复[/／]查看|回复数|今日[:：]|主题[:：]\s?\d"
            r"|主题数|帖数|帖子数|帖子[:：]|置顶|精华|全部主题|新窗|子版块|版块|板块|本版|昨日[:：]|作者\s?[/／]|人气[/／]回复|收藏本版|热帖|回应|最后回应|话题|发起|\d+\s?条(?:评论|回复)|最后活跃|问与答|发言|小组|帖子主题|\d+\s?次?浏览|浏览[数量]|\d+\s?个?回答|(?:回复|回覆|回應|瀏覽)\s?[:：]?\s?\d+|提问|版规|[回阅][/／][回阅看]",
            "words of forum indexes",
        ),
        (
            "forum",
            0.6,
            2.4,
            r"楼主|沙发|板凳|地板|只看该作者|只看楼主|只看作者|发表于|發表於|\d+\s?楼|\d+#|引用|回复本帖|回帖|使用道具|最佳答案|采纳|个回答|写回答|发表回复",
            "words of threads",
        ),
        (
            "list index",
            0.8,
            2.0,
            r"下一页|下一頁|下页|上一页|尾页|末页|末頁|共\s?\d+\s?[页頁条條篇]|第\s?\d+\s?[页頁/]|\d+\s?条记录|加载更多|查看更多|更早的文章|较旧的|[Nn]ext [Pp]age|»",
            "words of pages in a row",
        ),
        (
            "list",
            1.0,
            2.0,
            r"搜索结果|相关结果|个结果|条结果|搜尋結果|篇文章|排序|按时间|按相关|按热度|阅读全文|查看全文|阅读更多|\[详细\]|\[详情\]|查看详情|繼續閱讀|继续阅读|全文»",
            "words of lists",
        ),
        (
            "home",
            0.4,
            2.0,
            r"设为首页|加入收藏|欢迎光临|您是第|最近更新|快速链接|友情链接|友情連結|合作伙伴|更多\s?[>»]{1,2}|网站地图|关于我们|热门专题|头条|要闻|轮播|联系方式|联系我们|公司简介|学校概况|产品中心|最新产品|产品目录|厂家介绍|公司介绍|企业简介|在线订单|在线留言|传真[:：]|营业时间|地址[:：]|电话[:：]|产品展示|新闻动态|公告栏|(?:免费|立即|马上)(?:下载|体验|试用|注册|开始|使用)|在线客服|隐私政策|用户协议|帮助中心|加入我们",
            "words of front pages",
        ),
        (
            "article",
            0.6,
            2.4,
            r"责任编辑|責任編輯|上一篇|下一篇|字号|字体|打印本|发布时间|发布日期|原标题|阅读原文|相关阅读|相关新闻|正文|各位\S{1,8}[：:，]|特此(?:通知|公告|说明|声明)|参见|参考资料|参考文献|外部链接|释义",
            "words of article pages",
        ),
    )
]
"""Kinds, weight of each word, the most that all may weigh, the words, and what to call them."""

TITLE_WORDS = [
    (kinds, weight, re.compile(pattern, re.IGNORECASE))
    for kinds, weight, pattern in (
        (
            "home",
            2.5,
            r"首\s?页|主页|门户|官方网站|官网|首頁|入口網|歡迎(?:光臨|訪問)|welcome to",
        ),
        ("home", 3.0, r"^\W*欢迎(?:光临|访问|来到|您)"),
        # Nothing but the name of who runs the site.
        (
            "home",
            1.0,
            r"^[^-_|—·:：]{2,16}(?:厂|公司|集团|学校|[小中大]学|医院|工作室|酒店|协会|学院|商店|商城|之家|小屋|花园)$",
        ),
        (
            "list",
            1.5,
            r"(?<!话题|主题|帖子|版块|讨论)列表|搜索|搜寻|查询结果|频道|頻道|栏目|归档|存档|分类|标签|目录|第\s?\d+\s?页|新闻中心|通知公告|公告栏|专题|合集|动态$|archives?|category|tag\b",
        ),
        (
            "index forum",
            1.5,
            r"论坛|論壇|社区|社區|bbs|贴吧|问答|discuss|forum|提问|回答|小组|(?:讨论|闲聊|灌水|交流|求助)区|问问",
        ),
        (
            "index",
            1.0,
            r"版块|板块|节点|话题|讨论|討論|帖子|主题列表|吧(?:$|[-_—|])|论坛首页|最新(?:主题|帖)|待解决",
        ),
    )
]
"""Kinds, weight, and the words in a title."""

ROOT_PATH = re.compile(r"/?(?:(?:index|default|home|main)\.\w{3,5})?", re.IGNORECASE)
ADDRESSES = [
    (kinds, weight, re.compile(pattern, re.IGNORECASE))
    for kinds, weight, pattern in (
        (
            "index",
            2.5,
            r"forumdisplay|forum-\d+|thread\.php\?fid|/f\?.*kw=|/board/|list\.php\?(?:fid|board)|/forum/?$|/bbs/?$|bbs/index|/go/\w+$|showforum",
        ),
        (
            "forum",
            2.5,
            r"viewthread|thread-\d+|showthread|read\.php\?tid|/thread/|/topic|/question/|/p/\d{6,}|/t/\d+|tid=\d+",
        ),
        (
            "list",
            2.0,
            r"list|search|[?&](?:page|p|q|wd|keyword|key)=|/page/\d+|/tags?/|categor|/archives?/?$|channel|index_\d+|node_\d+|/columns?/|/$|/index\.\w+$",
        ),
        (
            "article",
            2.0,
            r"\d{4}[-/]?\d{2}[-/]?\d{2}|/(?:art|article|content|detail|news|doc|post|item|wiki|archives)s?[-_/]\w+|\d{5,}\.\w{3,5}$|[?&](?:id|aid|newsid)=\d+|\.s?html?$",
        ),
    )
]
"""Kinds, weight, and the path with its query; the first that fits counts."""
