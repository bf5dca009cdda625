-- A mailed report that could not be written is tried again at this time, after the others.
ALTER TABLE mailed_reports ADD COLUMN retry_at timestamptz;
