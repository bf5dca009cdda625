-- When this version was stored, by which programs ask for what changed. A version that was stored before
-- has the time of its report: its edits have no better one.
ALTER TABLE conversions ADD COLUMN IF NOT EXISTS
  updated_at DateTime64(3, 'UTC') DEFAULT received_at CODEC(Delta(8), ZSTD(1));
