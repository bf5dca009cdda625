-- Visits that an assistant sent (ChatGPT, Claude, Copilot, Gemini, Perplexity) are a channel: by the
-- referring host, and by the campaign source that the assistants add to addresses. The other lines
-- are those of 0006. Rows that were stored without a channel are read by this default.
-- The counts by day have the column, and are built again at the end.
ALTER TABLE clicks DROP PROJECTION IF EXISTS agents SETTINGS alter_sync = 0;

ALTER TABLE clicks MODIFY COLUMN
  channel Enum8('direct' = 1, 'search' = 2, 'social' = 3, 'email' = 4, 'ads' = 5, 'other' = 6, 'ai' = 7)
  DEFAULT multiIf(
    referrer = '' AND utm_source = '' AND utm_medium = '', 'direct',

    match(lower(utm_medium), '(^|[^a-z])(cp[aclmv]|ppc|ads?|display|banner|retargeting|remarketing)([^a-z]|$)|^paid|[^a-z]paid'), 'ads',
    match(lower(utm_medium), '^(e[-_ ]?)?mail|newsletter'), 'email',
    match(lower(utm_medium), 'social|^sm$'), 'social',
    lower(utm_medium) = 'organic', 'search',

    match(lower(utm_source), '^(e[-_ ]?)?mail|newsletter|^gmail$'), 'email',
    match(referrer, '^(web|e|g)?mail[0-9]*\\.|^outlook\\.|^app\\.(hey|fastmail)\\.com$'), 'email',

    -- Assistants. Sites with their subdomains, and hosts of companies that do more.
    lower(utm_source) IN ('chatgpt', 'claude', 'copilot', 'gemini', 'openai', 'perplexity')
    OR arrayExists(site -> site IN ('bard.google.com', 'chat.openai.com', 'copilot.cloud.microsoft',
        'copilot.microsoft.com', 'gemini.google.com')
      OR cutToFirstSignificantSubdomain(site) IN ('chatgpt.com', 'claude.ai', 'perplexity.ai'),
      [if(position(utm_source, '.') = 0, concat(lower(utm_source), '.com'), lower(utm_source)),
        toString(referrer)]), 'ai',

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

-- Rows that were stored with a channel of 0006. Those of the lines above the
-- assistants' keep theirs. It runs in the background, part by part: every question reads this one
-- column, so that all of them count the same, before and after.
ALTER TABLE clicks UPDATE channel = 'ai'
WHERE channel NOT IN ('direct', 'ads', 'email')
  AND NOT match(lower(utm_medium), 'social|^sm$|^organic$')
  AND (lower(utm_source) IN ('chatgpt', 'claude', 'copilot', 'gemini', 'openai', 'perplexity')
      OR arrayExists(site -> site IN ('bard.google.com', 'chat.openai.com', 'copilot.cloud.microsoft',
          'copilot.microsoft.com', 'gemini.google.com')
        OR cutToFirstSignificantSubdomain(site) IN ('chatgpt.com', 'claude.ai', 'perplexity.ai'),
        [if(position(utm_source, '.') = 0, concat(lower(utm_source), '.com'), lower(utm_source)),
          toString(referrer)]))
SETTINGS mutations_sync = 0;

ALTER TABLE clicks ADD PROJECTION IF NOT EXISTS agents (
  SELECT user_id, toDate(clicked_at), class, device, browser, os, channel, count()
  GROUP BY user_id, toDate(clicked_at), class, device, browser, os, channel
);

-- For the clicks stored before, in the background; until then they are counted one by one.
ALTER TABLE clicks MATERIALIZE PROJECTION agents SETTINGS mutations_sync = 0;
