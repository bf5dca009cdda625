-- Anybody who knows an address can cause many events of its account. The person's own events are
-- found without reading those. Each event is in one of the three partial indexes.
CREATE INDEX audit_events_own_idx ON audit_events (user_id, id DESC)
  WHERE event <> 'statement_run'
    AND NOT (actor = 'nobody' AND (outcome = 'refused' OR event = 'reset_requested'));
CREATE INDEX audit_events_strangers_idx ON audit_events (user_id, id DESC)
  WHERE event <> 'statement_run'
    AND (actor = 'nobody' AND (outcome = 'refused' OR event = 'reset_requested'));
DROP INDEX audit_events_apart_idx;
