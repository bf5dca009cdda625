-- What people are told inside the product. Its event is named by a key: at most one notice for each.
CREATE TABLE notices (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  event_key text NOT NULL CHECK (char_length(event_key) BETWEEN 1 AND 200),
  kind text NOT NULL CHECK (kind IN (
    'trial_ending', 'first_click', 'click_milestone', 'conversions', 'link_expired',
    'password_changed')),
  link_id uuid REFERENCES links (id) ON DELETE CASCADE,
  -- Days that are left, clicks, or conversions, as the kind has it.
  count integer,
  -- What the conversions are worth: [{"currency": "USD", "cents": 4999}].
  amounts jsonb NOT NULL DEFAULT '[]',
  happened_at timestamptz NOT NULL,
  read_at timestamptz,
  -- How many of the conversions an alert by mail has told of.
  mailed_count integer NOT NULL DEFAULT 0,
  UNIQUE (user_id, event_key)
);

CREATE INDEX notices_newest_idx ON notices (user_id, happened_at DESC, id DESC);
CREATE INDEX notices_link_id_idx ON notices (link_id, kind);
CREATE INDEX notices_happened_at_idx ON notices (happened_at);
CREATE INDEX notices_to_mail_idx ON notices (user_id)
  WHERE kind = 'conversions' AND mailed_count < count;

-- When an account was last mailed of its conversions.
CREATE TABLE conversion_alerts (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  mailed_at timestamptz NOT NULL
);

ALTER TABLE settings
  ALTER COLUMN link_track_clicks SET DEFAULT true,
  ALTER COLUMN link_track_conversions SET DEFAULT false,
  -- Mails about notices; what is about the account's safety is always mailed.
  ADD COLUMN email_notifications boolean NOT NULL DEFAULT true,
  ADD COLUMN conversion_alerts boolean NOT NULL DEFAULT true,
  -- Conversions from before are not told of, so that switching on tells of nothing old.
  ADD COLUMN conversion_alerts_since timestamptz NOT NULL DEFAULT 'epoch';

CREATE INDEX users_trial_ends_at_idx ON users (trial_ends_at) WHERE subscription_status = 'trial';
CREATE INDEX links_expires_at_idx ON links (expires_at) WHERE expires_at IS NOT NULL;

-- Says only "look": what there is to see is read by whoever is connected.
CREATE FUNCTION poke_live() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', '');
  RETURN NULL;
END $$;

CREATE TRIGGER notices_poke AFTER INSERT OR UPDATE OR DELETE ON notices
  FOR EACH ROW EXECUTE FUNCTION poke_live();

-- A session that has ended ends what is open under it.
CREATE TRIGGER sessions_poke AFTER DELETE ON sessions
  FOR EACH ROW EXECUTE FUNCTION poke_live();
