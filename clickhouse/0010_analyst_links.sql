-- What accounts' own statements need from Postgres: their links, and the links whose rows are to be
-- left out. The application fills both before a statement runs, and empties them when it starts.
CREATE TABLE IF NOT EXISTS analyst_links (
  user_id UUID,
  link_id UUID,
  -- The row's version in Postgres: the greatest wins.
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
) ENGINE = ReplacingMergeTree(version)
ORDER BY (user_id, link_id)
SETTINGS old_parts_lifetime = 15,
  cleanup_delay_period = 15,
  cleanup_delay_period_random_add = 5,
  max_cleanup_delay_period = 20;

CREATE TABLE IF NOT EXISTS analyst_erasures (
  user_id UUID,
  link_id UUID
) ENGINE = ReplacingMergeTree
ORDER BY (user_id, link_id);
