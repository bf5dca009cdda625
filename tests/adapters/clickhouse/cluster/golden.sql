-- The database

CREATE DATABASE IF NOT EXISTS `waypost` ON CLUSTER `events`;

-- The list of applied migrations

CREATE TABLE IF NOT EXISTS `waypost`.migrations ON CLUSTER `events` (
  file String,
  statement UInt32,
  checksum String,
  applied_at DateTime('UTC') DEFAULT now()
) ENGINE = ReplicatedMergeTree('/clickhouse/tables/all/{database}/{table}', '{shard}-{replica}') ORDER BY (file, statement)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- 0001_clicks.sql

CREATE TABLE IF NOT EXISTS `waypost`.clicks_local ON CLUSTER `events` (
  user_id UUID,
  link_id UUID,
  clicked_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
  click_id UUID CODEC(ZSTD(1)),
  class Enum8('human' = 1, 'bot' = 2, 'prefetch' = 3),
  split_version UInt32,
  variant UInt8,
  position UInt32 CODEC(Delta(4), ZSTD(1)),
  
  visitor_id UInt64 CODEC(NONE),
  country LowCardinality(String),
  city LowCardinality(String),
  device Enum8('desktop' = 1, 'mobile' = 2, 'tablet' = 3, 'other' = 4, 'unknown' = 5),
  browser LowCardinality(String),
  os LowCardinality(String),
  
  referrer LowCardinality(String),
  referrer_url String CODEC(ZSTD(3)),
  utm_source LowCardinality(String),
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  utm_term String CODEC(ZSTD(3)),
  utm_content String CODEC(ZSTD(3)),
  ip_address String CODEC(ZSTD(3)) TTL toDateTime(clicked_at) + INTERVAL 30 DAY,
  user_agent LowCardinality(String) TTL toDateTime(clicked_at) + INTERVAL 30 DAY,
  
  batch UUID CODEC(ZSTD(1)),
  INDEX batch_idx batch TYPE bloom_filter GRANULARITY 4,
  PROJECTION link_day (
    SELECT user_id, toDate(clicked_at), link_id, split_version, variant, class, count()
    GROUP BY user_id, toDate(clicked_at), link_id, split_version, variant, class
  ),
  PROJECTION user_hour (
    SELECT user_id, toStartOfHour(clicked_at), class, count()
    GROUP BY user_id, toStartOfHour(clicked_at), class
  )
) ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
PARTITION BY toYYYYMM(clicked_at)
PRIMARY KEY (user_id, toDate(clicked_at), link_id)
ORDER BY (user_id, toDate(clicked_at), link_id, clicked_at, click_id)
SETTINGS replicated_deduplication_window = 10000,
  replicated_deduplication_window_seconds = 2592000,
  lightweight_mutation_projection_mode = 'rebuild',
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  min_rows_to_fsync_after_merge = 1,
  
  old_parts_lifetime = 15,
  cleanup_delay_period = 15,
  cleanup_delay_period_random_add = 5,
  max_cleanup_delay_period = 20;

CREATE TABLE IF NOT EXISTS `waypost`.clicks ON CLUSTER `events` AS `waypost`.clicks_local
ENGINE = Distributed(`events`, `waypost`, clicks_local, cityHash64(user_id));

-- 0002_conversions.sql

CREATE TABLE IF NOT EXISTS `waypost`.conversions_local ON CLUSTER `events` (
  user_id UUID,
  link_id UUID,
  event_type Enum8('sale' = 1, 'signup' = 2, 'download' = 3, 'subscription' = 4, 'lead' = 5, 'other' = 6),
  
  
  conversion_key String,
  
  
  version UInt64,
  removed Bool,
  
  id UUID,
  converted_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
  received_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
  value_cents Int64,
  profit_cents Int64,
  currency LowCardinality(String),
  source Enum8('manual' = 1, 'pixel' = 2, 'postback' = 3, 'api' = 4),
  trust Enum8('unverified' = 1, 'inferred' = 2, 'verified' = 3, 'confirmed' = 4),
  order_id String CODEC(ZSTD(3)),
  
  click_id UUID,
  clicked_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
  split_version UInt32,
  variant UInt8,
  
  visitor_id UInt64,
  country LowCardinality(String),
  city LowCardinality(String),
  device Enum8('desktop' = 1, 'mobile' = 2, 'tablet' = 3, 'other' = 4, 'unknown' = 5) DEFAULT 'unknown',
  referrer LowCardinality(String),
  ip_address String CODEC(ZSTD(3)) TTL toDateTime(received_at) + INTERVAL 30 DAY,
  user_agent String CODEC(ZSTD(3)) TTL toDateTime(received_at) + INTERVAL 30 DAY,
  
  metadata String CODEC(ZSTD(3)),
  
  batch UUID CODEC(ZSTD(1)),
  INDEX batch_idx batch TYPE bloom_filter GRANULARITY 4,
  CONSTRAINT currency_is_a_code CHECK length(currency) = 3,
  CONSTRAINT key_is_named CHECK match(conversion_key, '^[ocvm]:.')
) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', version)
ORDER BY (user_id, link_id, event_type, conversion_key)
SETTINGS replicated_deduplication_window = 10000,
  replicated_deduplication_window_seconds = 2592000,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  min_rows_to_fsync_after_merge = 1,
  
  old_parts_lifetime = 15,
  cleanup_delay_period = 15,
  cleanup_delay_period_random_add = 5,
  max_cleanup_delay_period = 20;

CREATE TABLE IF NOT EXISTS `waypost`.conversions ON CLUSTER `events` AS `waypost`.conversions_local
ENGINE = Distributed(`events`, `waypost`, conversions_local, cityHash64(user_id));

-- 0003_clicks_archive.sql

CREATE TABLE IF NOT EXISTS `waypost`.clicks_archive_local ON CLUSTER `events` (
  user_id UUID,
  link_id UUID,
  day Date,
  class Enum8('human' = 1, 'bot' = 2, 'prefetch' = 3),
  split_version UInt32,
  variant UInt8,
  count UInt64,
  fold UUID
) ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
ORDER BY (user_id, link_id, day, class, split_version, variant)
SETTINGS replicated_deduplication_window = 10000,
  replicated_deduplication_window_seconds = 2592000,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  min_rows_to_fsync_after_merge = 1,
  
  old_parts_lifetime = 15,
  cleanup_delay_period = 15,
  cleanup_delay_period_random_add = 5,
  max_cleanup_delay_period = 20;

CREATE TABLE IF NOT EXISTS `waypost`.clicks_archive ON CLUSTER `events` AS `waypost`.clicks_archive_local
ENGINE = Distributed(`events`, `waypost`, clicks_archive_local, cityHash64(user_id));

CREATE TABLE IF NOT EXISTS `waypost`.archive_folds ON CLUSTER `events` (
  
  month UInt32,
  fold UUID,
  step Enum8('counted' = 1, 'dropped' = 2),
  marked_at DateTime64(3, 'UTC')
) ENGINE = ReplicatedMergeTree('/clickhouse/tables/all/{database}/{table}', '{shard}-{replica}')
ORDER BY (month, fold, step)
SETTINGS replicated_deduplication_window = 10000,
  replicated_deduplication_window_seconds = 2592000,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  min_rows_to_fsync_after_merge = 1,
  old_parts_lifetime = 480;

-- 0004_refunds.sql

ALTER TABLE `waypost`.conversions_local ON CLUSTER `events` DROP CONSTRAINT IF EXISTS key_is_named;

CREATE OR REPLACE TABLE `waypost`.conversions ON CLUSTER `events` AS `waypost`.conversions_local
ENGINE = Distributed(`events`, `waypost`, conversions_local, cityHash64(user_id));

ALTER TABLE `waypost`.conversions_local ON CLUSTER `events` ADD CONSTRAINT IF NOT EXISTS key_is_named
  CHECK match(conversion_key, '^(r:)?[ocvm]:.');

CREATE OR REPLACE TABLE `waypost`.conversions ON CLUSTER `events` AS `waypost`.conversions_local
ENGINE = Distributed(`events`, `waypost`, conversions_local, cityHash64(user_id));

-- 0005_cities_without_districts.sql

ALTER TABLE `waypost`.clicks_local ON CLUSTER `events` UPDATE city = replaceRegexpOne(city, ' \\([^()]*\\)$', '')
WHERE endsWith(city, ')');

-- 0006_channels.sql

ALTER TABLE `waypost`.clicks_local ON CLUSTER `events` ADD COLUMN IF NOT EXISTS
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

    
    match(referrer, '^(accounts|calendar|classroom|docs|drive|finance|groups|meet|news|play|sites|sports|support)\\.'), 'other',
    arrayExists(site -> firstSignificantSubdomain(site) IN (
        'baidu', 'bing', 'duckduckgo', 'ecosia', 'google', 'kagi', 'metager', 'mojeek', 'naver',
        'qwant', 'seznam', 'sogou', 'startpage', 'swisscows', 'yahoo', 'yandex'
      ) OR site IN ('ask.com', 'coccoc.com', 'lilo.org', 'presearch.com', 'search.aol.com',
        'search.brave.com', 'search.daum.net', 'so.com', 'ya.ru'),
      [if(position(utm_source, '.') = 0, concat(lower(utm_source), '.com'), lower(utm_source)),
        toString(referrer)]), 'search',

    'other');

CREATE OR REPLACE TABLE `waypost`.clicks ON CLUSTER `events` AS `waypost`.clicks_local
ENGINE = Distributed(`events`, `waypost`, clicks_local, cityHash64(user_id));

-- 0007_days.sql

ALTER TABLE `waypost`.clicks_local ON CLUSTER `events` DROP PROJECTION IF EXISTS user_hour;

ALTER TABLE `waypost`.clicks_local ON CLUSTER `events` ADD PROJECTION IF NOT EXISTS quarters (
  SELECT user_id, toStartOfFifteenMinutes(clicked_at), class, count(), sum(cityHash64(click_id))
  GROUP BY user_id, toStartOfFifteenMinutes(clicked_at), class
);

ALTER TABLE `waypost`.clicks_local ON CLUSTER `events` ADD PROJECTION IF NOT EXISTS agents (
  SELECT user_id, toDate(clicked_at), class, device, browser, os, channel, count()
  GROUP BY user_id, toDate(clicked_at), class, device, browser, os, channel
);

ALTER TABLE `waypost`.clicks_local ON CLUSTER `events` ADD PROJECTION IF NOT EXISTS places (
  SELECT user_id, toDate(clicked_at), class, country, city, count()
  GROUP BY user_id, toDate(clicked_at), class, country, city
);

ALTER TABLE `waypost`.clicks_local ON CLUSTER `events` ADD PROJECTION IF NOT EXISTS referrers (
  SELECT user_id, toDate(clicked_at), class, referrer, count()
  GROUP BY user_id, toDate(clicked_at), class, referrer
);

ALTER TABLE `waypost`.clicks_local ON CLUSTER `events` ADD PROJECTION IF NOT EXISTS campaigns (
  SELECT user_id, toDate(clicked_at), class,
    utm_source, utm_medium, utm_campaign, utm_term, utm_content, count()
  GROUP BY user_id, toDate(clicked_at), class,
    utm_source, utm_medium, utm_campaign, utm_term, utm_content
);

ALTER TABLE `waypost`.clicks_local ON CLUSTER `events`
  MATERIALIZE PROJECTION quarters,
  MATERIALIZE PROJECTION agents,
  MATERIALIZE PROJECTION places,
  MATERIALIZE PROJECTION referrers,
  MATERIALIZE PROJECTION campaigns
SETTINGS mutations_sync = 0;

-- 0008_lasting_visitors.sql

CREATE TABLE IF NOT EXISTS `waypost`.lasting_visitors ON CLUSTER `events` (
  day Date
) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/all/{database}/{table}', '{shard}-{replica}')
ORDER BY day
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

INSERT INTO lasting_visitors SELECT toDate(now('UTC'));

-- 0010_analyst_links.sql

CREATE TABLE IF NOT EXISTS `waypost`.analyst_links_local ON CLUSTER `events` (
  user_id UUID,
  link_id UUID,
  
  version UInt64,
  short_url String CODEC(ZSTD(3)),
  code String,
  alias Nullable(String),
  title Nullable(String) CODEC(ZSTD(3)),
  original_url String CODEC(ZSTD(3)),
  destinations Array(String) CODEC(ZSTD(3)),
  is_split_test Bool,
  split_version UInt32,
  is_active Bool,
  tracks_clicks Bool,
  tracks_conversions Bool,
  expires_at Nullable(DateTime64(3, 'UTC')),
  created_at DateTime64(3, 'UTC'),
  updated_at DateTime64(3, 'UTC')
) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', version)
ORDER BY (user_id, link_id)
SETTINGS old_parts_lifetime = 15,
  cleanup_delay_period = 15,
  cleanup_delay_period_random_add = 5,
  max_cleanup_delay_period = 20;

CREATE TABLE IF NOT EXISTS `waypost`.analyst_links ON CLUSTER `events` AS `waypost`.analyst_links_local
ENGINE = Distributed(`events`, `waypost`, analyst_links_local, cityHash64(user_id));

CREATE TABLE IF NOT EXISTS `waypost`.analyst_erasures_local ON CLUSTER `events` (
  user_id UUID,
  link_id UUID
) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
ORDER BY (user_id, link_id);

CREATE TABLE IF NOT EXISTS `waypost`.analyst_erasures ON CLUSTER `events` AS `waypost`.analyst_erasures_local
ENGINE = Distributed(`events`, `waypost`, analyst_erasures_local, cityHash64(user_id));

-- 0011_rules.sql

ALTER TABLE `waypost`.clicks_local ON CLUSTER `events` ADD COLUMN IF NOT EXISTS rule UInt32;

CREATE OR REPLACE TABLE `waypost`.clicks ON CLUSTER `events` AS `waypost`.clicks_local
ENGINE = Distributed(`events`, `waypost`, clicks_local, cityHash64(user_id));

-- 0012_scans.sql

ALTER TABLE `waypost`.clicks_local ON CLUSTER `events` ADD COLUMN IF NOT EXISTS
  entry Enum8('link' = 1, 'qr' = 2) AFTER utm_content;

CREATE OR REPLACE TABLE `waypost`.clicks ON CLUSTER `events` AS `waypost`.clicks_local
ENGINE = Distributed(`events`, `waypost`, clicks_local, cityHash64(user_id));

ALTER TABLE `waypost`.clicks_local ON CLUSTER `events` ADD PROJECTION IF NOT EXISTS entries (
  SELECT user_id, toDate(clicked_at), class, entry, count()
  GROUP BY user_id, toDate(clicked_at), class, entry
);

ALTER TABLE `waypost`.clicks_local ON CLUSTER `events` MATERIALIZE PROJECTION entries SETTINGS mutations_sync = 0;

-- 0013_rules_by_day.sql

ALTER TABLE `waypost`.clicks_local ON CLUSTER `events` ADD PROJECTION IF NOT EXISTS rules (
  SELECT user_id, toDate(clicked_at), class, rule, count()
  GROUP BY user_id, toDate(clicked_at), class, rule
);

ALTER TABLE `waypost`.clicks_local ON CLUSTER `events` MATERIALIZE PROJECTION rules SETTINGS mutations_sync = 0;

-- 0014_origins.sql

ALTER TABLE `waypost`.clicks_local ON CLUSTER `events` ADD PROJECTION IF NOT EXISTS origins (
  SELECT user_id, toDate(clicked_at), class, referrer, entry, rule, count()
  GROUP BY user_id, toDate(clicked_at), class, referrer, entry, rule
);

ALTER TABLE `waypost`.clicks_local ON CLUSTER `events` MATERIALIZE PROJECTION origins SETTINGS mutations_sync = 0;

ALTER TABLE `waypost`.clicks_local ON CLUSTER `events`
  DROP PROJECTION IF EXISTS referrers,
  DROP PROJECTION IF EXISTS entries,
  DROP PROJECTION IF EXISTS rules
SETTINGS alter_sync = 0;

-- 0015_refund_ids.sql

ALTER TABLE `waypost`.conversions_local ON CLUSTER `events` DROP CONSTRAINT IF EXISTS key_is_named;

CREATE OR REPLACE TABLE `waypost`.conversions ON CLUSTER `events` AS `waypost`.conversions_local
ENGINE = Distributed(`events`, `waypost`, conversions_local, cityHash64(user_id));

ALTER TABLE `waypost`.conversions_local ON CLUSTER `events` ADD CONSTRAINT IF NOT EXISTS key_is_named
  CHECK match(conversion_key, '^(r:)?[ocvm]:.|^r:f:.');

CREATE OR REPLACE TABLE `waypost`.conversions ON CLUSTER `events` AS `waypost`.conversions_local
ENGINE = Distributed(`events`, `waypost`, conversions_local, cityHash64(user_id));

-- 0016_analyst_split_tests.sql

CREATE TABLE IF NOT EXISTS `waypost`.analyst_split_tests_local ON CLUSTER `events` (
  user_id UUID,
  test_id UUID,
  link_id UUID,
  
  version UInt64,
  split_version UInt32,
  goal LowCardinality(String),
  currency LowCardinality(String),
  mode LowCardinality(String),
  window_days Nullable(UInt8),
  began_at DateTime64(3, 'UTC'),
  ended_at Nullable(DateTime64(3, 'UTC')),
  state LowCardinality(String),
  sentence String CODEC(ZSTD(3)),
  winner LowCardinality(Nullable(String)),
  decided_on Nullable(Date),
  
  names Array(Nullable(String)) CODEC(ZSTD(3)),
  urls Array(String) CODEC(ZSTD(3)),
  
  share_days Array(Date),
  share_slots Array(Array(UInt8))
) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', version)
ORDER BY (user_id, test_id)
SETTINGS old_parts_lifetime = 15,
  cleanup_delay_period = 15,
  cleanup_delay_period_random_add = 5,
  max_cleanup_delay_period = 20;

CREATE TABLE IF NOT EXISTS `waypost`.analyst_split_tests ON CLUSTER `events` AS `waypost`.analyst_split_tests_local
ENGINE = Distributed(`events`, `waypost`, analyst_split_tests_local, cityHash64(user_id));

-- 0017_ai_channel.sql

ALTER TABLE `waypost`.clicks_local ON CLUSTER `events` DROP PROJECTION IF EXISTS agents SETTINGS alter_sync = 0;

ALTER TABLE `waypost`.clicks_local ON CLUSTER `events` MODIFY COLUMN
  channel Enum8('direct' = 1, 'search' = 2, 'social' = 3, 'email' = 4, 'ads' = 5, 'other' = 6, 'ai' = 7)
  DEFAULT multiIf(
    referrer = '' AND utm_source = '' AND utm_medium = '', 'direct',

    match(lower(utm_medium), '(^|[^a-z])(cp[aclmv]|ppc|ads?|display|banner|retargeting|remarketing)([^a-z]|$)|^paid|[^a-z]paid'), 'ads',
    match(lower(utm_medium), '^(e[-_ ]?)?mail|newsletter'), 'email',
    match(lower(utm_medium), 'social|^sm$'), 'social',
    lower(utm_medium) = 'organic', 'search',

    match(lower(utm_source), '^(e[-_ ]?)?mail|newsletter|^gmail$'), 'email',
    match(referrer, '^(web|e|g)?mail[0-9]*\\.|^outlook\\.|^app\\.(hey|fastmail)\\.com$'), 'email',

    
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

    
    match(referrer, '^(accounts|calendar|classroom|docs|drive|finance|groups|meet|news|play|sites|sports|support)\\.'), 'other',
    arrayExists(site -> firstSignificantSubdomain(site) IN (
        'baidu', 'bing', 'duckduckgo', 'ecosia', 'google', 'kagi', 'metager', 'mojeek', 'naver',
        'qwant', 'seznam', 'sogou', 'startpage', 'swisscows', 'yahoo', 'yandex'
      ) OR site IN ('ask.com', 'coccoc.com', 'lilo.org', 'presearch.com', 'search.aol.com',
        'search.brave.com', 'search.daum.net', 'so.com', 'ya.ru'),
      [if(position(utm_source, '.') = 0, concat(lower(utm_source), '.com'), lower(utm_source)),
        toString(referrer)]), 'search',

    'other');

CREATE OR REPLACE TABLE `waypost`.clicks ON CLUSTER `events` AS `waypost`.clicks_local
ENGINE = Distributed(`events`, `waypost`, clicks_local, cityHash64(user_id));

ALTER TABLE `waypost`.clicks_local ON CLUSTER `events` UPDATE channel = 'ai'
WHERE channel NOT IN ('direct', 'ads', 'email')
  AND NOT match(lower(utm_medium), 'social|^sm$|^organic$')
  AND (lower(utm_source) IN ('chatgpt', 'claude', 'copilot', 'gemini', 'openai', 'perplexity')
      OR arrayExists(site -> site IN ('bard.google.com', 'chat.openai.com', 'copilot.cloud.microsoft',
          'copilot.microsoft.com', 'gemini.google.com')
        OR cutToFirstSignificantSubdomain(site) IN ('chatgpt.com', 'claude.ai', 'perplexity.ai'),
        [if(position(utm_source, '.') = 0, concat(lower(utm_source), '.com'), lower(utm_source)),
          toString(referrer)]))
SETTINGS mutations_sync = 0;

ALTER TABLE `waypost`.clicks_local ON CLUSTER `events` ADD PROJECTION IF NOT EXISTS agents (
  SELECT user_id, toDate(clicked_at), class, device, browser, os, channel, count()
  GROUP BY user_id, toDate(clicked_at), class, device, browser, os, channel
);

ALTER TABLE `waypost`.clicks_local ON CLUSTER `events` MATERIALIZE PROJECTION agents SETTINGS mutations_sync = 0;

-- 0018_updated_conversions.sql

ALTER TABLE `waypost`.conversions_local ON CLUSTER `events` ADD COLUMN IF NOT EXISTS
  updated_at DateTime64(3, 'UTC') DEFAULT received_at CODEC(Delta(8), ZSTD(1));

CREATE OR REPLACE TABLE `waypost`.conversions ON CLUSTER `events` AS `waypost`.conversions_local
ENGINE = Distributed(`events`, `waypost`, conversions_local, cityHash64(user_id));
