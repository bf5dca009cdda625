-- What an account wants to be told of: clicks or conversions of a link, of a tag's links, of a
-- utm_campaign or of everything, above or below a bound, or silent.
CREATE TABLE alerts (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  link_id uuid REFERENCES links (id) ON DELETE CASCADE,
  tag_id uuid REFERENCES tags (id) ON DELETE CASCADE,
  campaign text CHECK (char_length(campaign) BETWEEN 1 AND 256),
  measure text NOT NULL CHECK (measure IN ('clicks', 'conversions')),
  kind text NOT NULL CHECK (kind IN ('above', 'below', 'silent')),
  bound integer CHECK (bound BETWEEN 1 AND 1000000000),
  per text CHECK (per IN ('hour', 'day')),
  time_zone text NOT NULL CHECK (char_length(time_zone) BETWEEN 1 AND 64),
  is_mailed boolean NOT NULL,
  is_enabled boolean NOT NULL,
  -- Why it could not be judged the last time.
  trouble text CHECK (trouble IN ('too_few', 'too_many_links')),
  -- Null: as soon as possible.
  due_at timestamptz,
  created_at timestamptz NOT NULL,
  CHECK (num_nonnulls(link_id, tag_id, campaign) <= 1),
  CHECK ((kind = 'silent') = (bound IS NULL) AND (kind = 'silent') = (per IS NULL))
);

CREATE INDEX alerts_user_id_idx ON alerts (user_id, created_at, id);
CREATE INDEX alerts_due_idx ON alerts (due_at NULLS FIRST) WHERE is_enabled;
CREATE INDEX alerts_link_id_idx ON alerts (link_id) WHERE link_id IS NOT NULL;
CREATE INDEX alerts_tag_id_idx ON alerts (tag_id) WHERE tag_id IS NOT NULL;

-- Each time that an alert was raised: once for an hour, a day or a silence, and one at a time.
CREATE TABLE alarms (
  id uuid PRIMARY KEY,
  alert_id uuid NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The hour, the day, or the time since the last event.
  began_at timestamptz NOT NULL,
  until timestamptz NOT NULL,
  seen integer NOT NULL,
  -- What a silence was compared with.
  expected integer,
  raised_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- When its owner was told of the beginning, and of the end.
  told_at timestamptz,
  end_told_at timestamptz,
  UNIQUE (alert_id, began_at)
);

CREATE UNIQUE INDEX alarms_open_idx ON alarms (alert_id) WHERE ended_at IS NULL;
CREATE INDEX alarms_user_id_idx ON alarms (user_id);
CREATE INDEX alarms_untold_idx ON alarms (raised_at)
  WHERE told_at IS NULL OR ended_at IS NOT NULL AND end_told_at IS NULL;

-- What a notice of an alert says.
ALTER TABLE notices ADD COLUMN text text CHECK (char_length(text) <= 1000);

ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check CHECK (kind IN (
  'trial_ending', 'first_click', 'click_milestone', 'conversions', 'link_expired',
  'password_changed', 'broken_destinations', 'split_test_winner', 'split_test_withdrawn',
  'split_test_alarm', 'webhook_failing', 'webhook_disabled', 'webhook_behind',
  'alert_raised', 'alert_ended'));

CREATE FUNCTION record_alarm() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  link uuid := (SELECT link_id FROM alerts WHERE id = NEW.alert_id);
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM record_event(NEW.user_id, 'alert.raised', NEW.id, 'once', link);
  ELSE
    PERFORM record_event(NEW.user_id, 'alert.ended', NEW.id, 'once', link);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER alarms_record_raised AFTER INSERT ON alarms
  FOR EACH ROW EXECUTE FUNCTION record_alarm();
CREATE TRIGGER alarms_record_ended AFTER UPDATE ON alarms
  FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL)
  EXECUTE FUNCTION record_alarm();
