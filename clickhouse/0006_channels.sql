-- How the visitor came, by the link's campaign parameters and the referring host: the first line
-- that fits decides. The engine computes it at the insert, and for older rows when it reads them.
-- Lists of names hold sites with domains in many countries (`google` for google.co.uk); lists of
-- hosts hold single sites. The subdomains of a site belong to it. A campaign source is read like a
-- referring host, also without its domain (`utm_source=google`).
ALTER TABLE clicks ADD COLUMN IF NOT EXISTS
  channel Enum8('direct' = 1, 'search' = 2, 'social' = 3, 'email' = 4, 'ads' = 5, 'other' = 6)
  DEFAULT multiIf(
    referrer = '' AND utm_source = '' AND utm_medium = '', 'direct',

    match(lower(utm_medium), '(^|[^a-z])(cp[aclmv]|ppc|ads?|display|banner|retargeting|remarketing)([^a-z]|$)|^paid|[^a-z]paid'), 'ads',
    match(lower(utm_medium), '^(e[-_ ]?)?mail|newsletter'), 'email',
    match(lower(utm_medium), 'social|^sm$'), 'social',
    lower(utm_medium) = 'organic', 'search',

    match(lower(utm_source), '^(e[-_ ]?)?mail|newsletter|^gmail$'), 'email',
    match(referrer, '^(web|e|g)?mail[0-9]*\\.|^outlook\\.|^app\\.(hey|fastmail)\\.com$'), 'email',

    arrayExists(site -> firstSignificantSubdomain(site) IN (
        'bluesky', 'facebook', 'ig', 'instagram', 'linkedin', 'mastodon', 'pinterest', 'reddit',
        'snapchat', 'telegram', 'threads', 'tiktok', 'twitter', 'whatsapp', 'xing', 'youtube'
      ) OR cutToFirstSignificantSubdomain(site) IN (
        'bsky.app', 'discord.com', 'discord.gg', 'fb.com', 'fb.me', 'line.me', 'lnkd.in',
        'messenger.com', 'nextdoor.com', 'ok.ru', 'pin.it', 'quora.com', 'redd.it', 't.co', 't.me',
        'tumblr.com', 'twitch.tv', 'vk.com', 'vk.ru', 'wa.me', 'weibo.cn', 'weibo.com', 'x.com',
        'ycombinator.com', 'youtu.be', 'zhihu.com'
      ),
      [if(position(utm_source, '.') = 0, concat(lower(utm_source), '.com'), lower(utm_source)),
        toString(referrer)]), 'social',

    -- Other services of the same companies are no search engines.
    match(referrer, '^(accounts|calendar|classroom|docs|drive|finance|groups|meet|news|play|sites|sports|support)\\.'), 'other',
    arrayExists(site -> firstSignificantSubdomain(site) IN (
        'baidu', 'bing', 'duckduckgo', 'ecosia', 'google', 'kagi', 'metager', 'mojeek', 'naver',
        'qwant', 'seznam', 'sogou', 'startpage', 'swisscows', 'yahoo', 'yandex'
      ) OR site IN ('ask.com', 'coccoc.com', 'lilo.org', 'presearch.com', 'search.aol.com',
        'search.brave.com', 'search.daum.net', 'so.com', 'ya.ru'),
      [if(position(utm_source, '.') = 0, concat(lower(utm_source), '.com'), lower(utm_source)),
        toString(referrer)]), 'search',

    'other');
