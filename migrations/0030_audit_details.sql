-- What exactly was done: the beginning of an account's own statement. It goes with the account.
ALTER TABLE audit_events
  ADD COLUMN detail text CHECK (char_length(detail) <= 200);

-- Statements are many: the other events of an account are found without reading them.
CREATE INDEX audit_events_apart_idx ON audit_events (user_id, id DESC)
  WHERE event <> 'statement_run';
CREATE INDEX audit_events_statements_idx ON audit_events (user_id, id DESC)
  WHERE event = 'statement_run';

CREATE OR REPLACE FUNCTION guard_audit_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '1 year' THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.user_id IS NOT NULL AND NEW.user_id IS NULL
    AND NOT EXISTS (SELECT FROM users WHERE id = OLD.user_id) THEN
    OLD.user_id := NULL;
    OLD.network := '';
    OLD.detail := NULL;
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit_events is only added to' USING ERRCODE = 'restrict_violation';
END $$;
