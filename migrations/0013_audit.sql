-- Who did what to an account, for a year: added to, and otherwise left as it is. A row loses its
-- person and where they came from when the account goes; until then nothing in it changes.
CREATE TABLE audit_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  event text NOT NULL CHECK (event ~ '^[a-z_]{1,40}$'),
  outcome text NOT NULL CHECK (outcome IN ('done', 'refused')),
  actor text NOT NULL CHECK (actor IN ('session', 'key', 'nobody', 'system')),
  -- Whose account it is about; null when that is unknown or gone.
  user_id uuid REFERENCES users (id) ON DELETE SET NULL,
  -- The network it came from (IPv4 /24, IPv6 /48), never the address; empty when unknown.
  network text NOT NULL,
  -- As in the log and in the answer; null for what no request did.
  request_id uuid
);

CREATE INDEX audit_events_user_id_idx ON audit_events (user_id, id DESC);
CREATE INDEX audit_events_at_idx ON audit_events (at);

CREATE FUNCTION guard_audit_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '1 year' THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.user_id IS NOT NULL AND NEW.user_id IS NULL
    AND NOT EXISTS (SELECT FROM users WHERE id = OLD.user_id) THEN
    OLD.user_id := NULL;
    OLD.network := '';
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit_events is only added to' USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER audit_events_guard BEFORE UPDATE OR DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION guard_audit_events();
CREATE TRIGGER audit_events_guard_all BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION guard_audit_events();

-- What takes effect by a mailed link or by the payment provider's word is noted where it happens.
CREATE FUNCTION note_account_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_events (at, event, outcome, actor, user_id, network)
  SELECT now(), event, 'done', 'system', NEW.id, ''
  FROM (VALUES
    ('email_changed', NEW.email IS DISTINCT FROM OLD.email),
    ('plan_changed', NEW.subscription_status IS DISTINCT FROM OLD.subscription_status)
  ) AS change (event, is_so) WHERE is_so;
  RETURN NULL;
END $$;

CREATE TRIGGER users_note_change AFTER UPDATE OF email, subscription_status ON users
  FOR EACH ROW EXECUTE FUNCTION note_account_change();
