-- When the check or the run of an import was asked for: imports take turns in this order.
ALTER TABLE imports ADD COLUMN asked_at timestamptz;
UPDATE imports SET asked_at = created_at;
