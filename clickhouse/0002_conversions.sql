CREATE TABLE IF NOT EXISTS conversions (
  user_id UUID,
  link_id UUID,
  event_type Enum8('sale' = 1, 'signup' = 2, 'download' = 3, 'subscription' = 4, 'lead' = 5, 'other' = 6),
  -- What makes two reports the same conversion: `o:` order id, `c:` click id, `v:` visitor and UTC
  -- day, or `m:` a uuid of its own. With the columns before it, it is the whole idempotence.
  conversion_key String,
  -- The greatest wins: an owner's edit over trust, trust over the earliest receipt, a later
  -- enrichment last. Never a clock alone, so that a replayed pixel cannot rewrite a sale.
  version UInt64,
  removed Bool,
  -- The conversion's public id: the same in every version.
  id UUID,
  converted_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
  received_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
  value_cents Int64,
  profit_cents Int64,
  currency LowCardinality(String),
  source Enum8('manual' = 1, 'pixel' = 2, 'postback' = 3, 'api' = 4),
  trust Enum8('unverified' = 1, 'inferred' = 2, 'verified' = 3, 'confirmed' = 4),
  order_id String CODEC(ZSTD(3)),
  -- The click that led here, with its time and its place in the split test; zeros when unknown.
  click_id UUID,
  clicked_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
  split_version UInt32,
  variant UInt8,
  -- 64 bits of a keyed hash; 0 is nobody.
  visitor_id UInt64,
  country LowCardinality(String),
  city LowCardinality(String),
  device Enum8('desktop' = 1, 'mobile' = 2, 'tablet' = 3, 'other' = 4, 'unknown' = 5) DEFAULT 'unknown',
  referrer LowCardinality(String),
  ip_address String CODEC(ZSTD(3)) TTL toDateTime(received_at) + INTERVAL 30 DAY,
  user_agent String CODEC(ZSTD(3)) TTL toDateTime(received_at) + INTERVAL 30 DAY,
  -- A JSON object as it was sent, or empty.
  metadata String CODEC(ZSTD(3)),
  -- The spool segment that brought the row: asked for whenever an insert is in doubt.
  batch UUID CODEC(ZSTD(1)),
  INDEX batch_idx batch TYPE bloom_filter GRANULARITY 4,
  CONSTRAINT currency_is_a_code CHECK length(currency) = 3,
  CONSTRAINT key_is_named CHECK match(conversion_key, '^[ocvm]:.')
) ENGINE = ReplacingMergeTree(version)
ORDER BY (user_id, link_id, event_type, conversion_key)
SETTINGS non_replicated_deduplication_window = 10000,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  min_rows_to_fsync_after_merge = 1,
  -- What was erased leaves the disk within a minute: merged parts are synced before the old go.
  old_parts_lifetime = 15,
  cleanup_delay_period = 15,
  cleanup_delay_period_random_add = 5,
  max_cleanup_delay_period = 20;
