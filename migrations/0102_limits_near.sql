-- Alerts of a limit that is near: the clicks after which a link expires, and the links of an account.
ALTER TABLE alerts DROP CONSTRAINT alerts_kind_check;
ALTER TABLE alerts ADD CONSTRAINT alerts_kind_check
  CHECK (kind IN ('above', 'below', 'silent', 'limit'));
ALTER TABLE alerts DROP CONSTRAINT alerts_check1;
ALTER TABLE alerts ADD CONSTRAINT alerts_bound_of_kind CHECK (
  (kind IN ('silent', 'limit')) = (bound IS NULL) AND (kind IN ('silent', 'limit')) = (per IS NULL));

-- These are not due: they are raised when clicks or links are counted.
DROP INDEX alerts_due_idx;
CREATE INDEX alerts_due_idx ON alerts (due_at NULLS FIRST) WHERE is_enabled AND kind <> 'limit';
CREATE INDEX alerts_limit_idx ON alerts (user_id) WHERE is_enabled AND kind = 'limit';

-- The link whose limit is near: once for each limit, which is in `expected`. A count that began again
-- has another version.
ALTER TABLE alarms
  ADD COLUMN link_id uuid REFERENCES links (id) ON DELETE CASCADE,
  ADD COLUMN limit_version integer;
ALTER TABLE alarms DROP CONSTRAINT alarms_alert_id_began_at_key;
CREATE UNIQUE INDEX alarms_began_at_idx ON alarms (alert_id, began_at) WHERE link_id IS NULL;
CREATE UNIQUE INDEX alarms_limit_idx ON alarms (link_id, alert_id, limit_version, expected)
  WHERE link_id IS NOT NULL;
CREATE INDEX alarms_latest_idx ON alarms (alert_id, began_at);

CREATE OR REPLACE FUNCTION record_alarm() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  link uuid := coalesce(NEW.link_id, (SELECT link_id FROM alerts WHERE id = NEW.alert_id));
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM record_event(NEW.user_id, 'alert.raised', NEW.id, 'once', link);
  ELSE
    PERFORM record_event(NEW.user_id, 'alert.ended', NEW.id, 'once', link);
  END IF;
  RETURN NULL;
END $$;
