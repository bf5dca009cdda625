-- Every statement in this folder may run twice: a kill can come between it and its record.
CREATE TABLE IF NOT EXISTS clicks (
  user_id UUID,
  link_id UUID,
  clicked_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
  click_id UUID CODEC(ZSTD(1)),
  class Enum8('human' = 1, 'bot' = 2, 'prefetch' = 3),
  split_version UInt32,
  variant UInt8,
  position UInt32 CODEC(Delta(4), ZSTD(1)),
  -- 64 bits of a keyed hash; 0 is nobody.
  visitor_id UInt64 CODEC(NONE),
  country LowCardinality(String),
  city LowCardinality(String),
  device Enum8('desktop' = 1, 'mobile' = 2, 'tablet' = 3, 'other' = 4, 'unknown' = 5),
  browser LowCardinality(String),
  os LowCardinality(String),
  -- The referring host; the whole address stays beside it.
  referrer LowCardinality(String),
  referrer_url String CODEC(ZSTD(3)),
  utm_source LowCardinality(String),
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  utm_term String CODEC(ZSTD(3)),
  utm_content String CODEC(ZSTD(3)),
  ip_address String CODEC(ZSTD(3)) TTL toDateTime(clicked_at) + INTERVAL 30 DAY,
  user_agent LowCardinality(String) TTL toDateTime(clicked_at) + INTERVAL 30 DAY,
  -- The spool segment that brought the row: asked for whenever an insert is in doubt.
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
) ENGINE = MergeTree
PARTITION BY toYYYYMM(clicked_at)
PRIMARY KEY (user_id, toDate(clicked_at), link_id)
ORDER BY (user_id, toDate(clicked_at), link_id, clicked_at, click_id)
SETTINGS non_replicated_deduplication_window = 10000,
  lightweight_mutation_projection_mode = 'rebuild',
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  min_rows_to_fsync_after_merge = 1,
  -- What was erased leaves the disk within a minute: merged parts are synced before the old go.
  old_parts_lifetime = 15,
  cleanup_delay_period = 15,
  cleanup_delay_period_random_add = 5,
  max_cleanup_delay_period = 20;
