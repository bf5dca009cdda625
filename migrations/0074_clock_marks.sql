-- The latest time at which an instance ran with a clock that was believed. What deletes by age does nothing
-- while the clock is far past it. One row.
CREATE TABLE clock_marks (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  last_run_at timestamptz NOT NULL
);
