-- The report's list of the rules that chose destinations, from counts of days.
ALTER TABLE clicks ADD PROJECTION IF NOT EXISTS rules (
  SELECT user_id, toDate(clicked_at), class, rule, count()
  GROUP BY user_id, toDate(clicked_at), class, rule
);

-- For the clicks stored before, in the background; until then they are counted one by one.
ALTER TABLE clicks MATERIALIZE PROJECTION rules SETTINGS mutations_sync = 0;
