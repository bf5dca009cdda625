-- Where an account's links lead, as the weekly check of destinations sees it. Rows exist only while
-- the check is on.
CREATE TABLE destinations (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  url text NOT NULL CHECK (char_length(url) <= 2048),
  -- SHA-256 of the address, which is too long for an index.
  url_digest bytea NOT NULL,
  host text NOT NULL,
  -- Failed checks in a row, and since when.
  failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
  failing_since timestamptz,
  broken_since timestamptz,
  -- The last failure: {"reason": "status", "status": 404}; null while the destination answers.
  seen jsonb,
  checked_at timestamptz,
  next_check_at timestamptz NOT NULL,
  -- When the owner got a notice that it is broken.
  told_at timestamptz,
  UNIQUE (user_id, url_digest)
);

CREATE INDEX destinations_next_check_at_idx ON destinations (next_check_at);
CREATE INDEX destinations_broken_idx ON destinations (user_id) WHERE broken_since IS NOT NULL;
CREATE INDEX destinations_untold_idx ON destinations (broken_since)
  WHERE broken_since IS NOT NULL AND told_at IS NULL;

CREATE TABLE link_destinations (
  link_id uuid NOT NULL REFERENCES links (id) ON DELETE CASCADE,
  destination_id uuid NOT NULL REFERENCES destinations (id) ON DELETE CASCADE,
  PRIMARY KEY (link_id, destination_id)
);

CREATE INDEX link_destinations_destination_id_idx ON link_destinations (destination_id);

-- A link that leads elsewhere is noted anew, so that an old failure never marks it.
CREATE FUNCTION forget_link_destinations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM link_destinations WHERE link_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER links_forget_destinations AFTER UPDATE ON links
  FOR EACH ROW WHEN (
    (OLD.original_url, OLD.split_test_enabled, OLD.split_test_urls, OLD.options)
    IS DISTINCT FROM
    (NEW.original_url, NEW.split_test_enabled, NEW.split_test_urls, NEW.options))
  EXECUTE FUNCTION forget_link_destinations();

-- A destination goes with the last link that leads to it.
CREATE FUNCTION forget_destinations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM destinations USING (SELECT DISTINCT destination_id FROM gone) AS left_behind
  WHERE destinations.id = left_behind.destination_id AND NOT EXISTS (
    SELECT FROM link_destinations WHERE link_destinations.destination_id = destinations.id);
  RETURN NULL;
END $$;

CREATE TRIGGER link_destinations_forget AFTER DELETE ON link_destinations
  REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION forget_destinations();

ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check CHECK (kind IN (
  'trial_ending', 'first_click', 'click_milestone', 'conversions', 'link_expired',
  'password_changed', 'broken_destinations'));
