-- The orders in which alerts and imports take turns, and the actions of an account by day.
DROP INDEX alerts_due_idx;
CREATE INDEX alerts_turn_idx ON alerts (coalesce(due_at, created_at), id)
  WHERE is_enabled AND kind <> 'limit';

CREATE INDEX imports_turn_idx ON imports (asked_at, id) WHERE state IN ('checking', 'running');

CREATE INDEX bulk_actions_created_idx ON bulk_actions (user_id, created_at);
DROP INDEX bulk_actions_expired_idx;
