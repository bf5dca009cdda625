-- What remains of months that retention has removed: counts by day, kept for ever, so that totals
-- never shrink. Rows count only once their fold is marked 'counted' in archive_folds; rows of any
-- other fold are leftovers of an interrupted attempt.
CREATE TABLE IF NOT EXISTS clicks_archive (
  user_id UUID,
  link_id UUID,
  day Date,
  class Enum8('human' = 1, 'bot' = 2, 'prefetch' = 3),
  split_version UInt32,
  variant UInt8,
  count UInt64,
  fold UUID
) ENGINE = MergeTree
ORDER BY (user_id, link_id, day, class, split_version, variant)
SETTINGS non_replicated_deduplication_window = 10000,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  min_rows_to_fsync_after_merge = 1,
  -- What was erased leaves the disk within a minute: merged parts are synced before the old go.
  old_parts_lifetime = 15,
  cleanup_delay_period = 15,
  cleanup_delay_period_random_add = 5,
  max_cleanup_delay_period = 20;

-- How far each month's fold has come; one row a step, so that each step is one atomic insert.
-- 'counted': totals read the archive instead of the month's clicks. 'dropped': the month's clicks
-- are gone, and whatever is found there later counts again by itself.
CREATE TABLE IF NOT EXISTS archive_folds (
  -- As toYYYYMM gives it: 202411.
  month UInt32,
  fold UUID,
  step Enum8('counted' = 1, 'dropped' = 2),
  marked_at DateTime64(3, 'UTC')
) ENGINE = MergeTree
ORDER BY (month, fold, step)
SETTINGS non_replicated_deduplication_window = 10000,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  min_rows_to_fsync_after_merge = 1,
  old_parts_lifetime = 480;
