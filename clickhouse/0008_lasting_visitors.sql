-- Days until which visitor ids may be the same on several UTC days, because a cookie made them; the
-- latest counts. Ids of later days are made with the day's salt: no two days share one. What was
-- stored before this file is not known.
CREATE TABLE IF NOT EXISTS lasting_visitors (
  day Date
) ENGINE = ReplacingMergeTree
ORDER BY day
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

INSERT INTO lasting_visitors SELECT toDate(now('UTC'));
