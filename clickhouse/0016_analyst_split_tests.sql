-- Split tests, copied from Postgres as links are, for accounts' own statements.
CREATE TABLE IF NOT EXISTS analyst_split_tests (
  user_id UUID,
  test_id UUID,
  link_id UUID,
  -- The number of changes of the row in Postgres: the greatest wins.
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
  -- By destination.
  names Array(Nullable(String)) CODEC(ZSTD(3)),
  urls Array(String) CODEC(ZSTD(3)),
  -- The days on which other shares begin, and then the slots of a round by destination.
  share_days Array(Date),
  share_slots Array(Array(UInt8))
) ENGINE = ReplacingMergeTree(version)
ORDER BY (user_id, test_id)
SETTINGS old_parts_lifetime = 15,
  cleanup_delay_period = 15,
  cleanup_delay_period_random_add = 5,
  max_cleanup_delay_period = 20;
