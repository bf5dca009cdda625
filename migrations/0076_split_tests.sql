-- Split tests as things of their own. `version` is the split_version of the link's clicks and
-- conversions, so that a test's numbers are found by link and version. Triggers on `links` keep these
-- tables, because links are written in several ways: forms, imports, bulk actions.
CREATE TABLE split_tests (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  link_id uuid NOT NULL REFERENCES links (id) ON DELETE CASCADE,
  version integer NOT NULL,
  goal text NOT NULL DEFAULT 'sale'
    CHECK (goal IN ('sale', 'signup', 'download', 'subscription', 'lead', 'other', 'revenue')),
  -- Of the money that the test shows; with the goal `revenue` the one that decides.
  currency char(3) NOT NULL DEFAULT 'USD',
  -- Null until the first judgement chooses it.
  window_days smallint CHECK (window_days IN (1, 3, 7, 14, 30)),
  mode text NOT NULL DEFAULT 'even' CHECK (mode IN ('even', 'fixed', 'automatic')),
  is_shuffled boolean NOT NULL DEFAULT false,
  -- The last UTC day of the test; null: until its owner ends it.
  ends_on date,
  began_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- The destination that everybody was sent to at the end, from 1.
  sent_to smallint,
  -- The link's own destination before that, for undoing it.
  former_url text,
  -- With the goal `revenue`: what a visit counts at most, in cents, and the first day that counts.
  cap_cents bigint,
  cap_from_day date,
  verdict jsonb,
  UNIQUE (link_id, version)
);

CREATE INDEX split_tests_user_id_idx ON split_tests (user_id, began_at DESC);
CREATE UNIQUE INDEX split_tests_running_idx ON split_tests (link_id) WHERE ended_at IS NULL;

CREATE TABLE split_destinations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  test_id uuid NOT NULL REFERENCES split_tests (id) ON DELETE CASCADE,
  -- The variant of clicks and conversions, from 1.
  place smallint NOT NULL CHECK (place BETWEEN 1 AND 4),
  name text CHECK (char_length(name) BETWEEN 1 AND 60),
  UNIQUE (test_id, place)
);

-- The addresses of a destination over time: a correction may continue the test.
CREATE TABLE split_addresses (
  destination_id uuid NOT NULL REFERENCES split_destinations (id) ON DELETE CASCADE,
  since timestamptz NOT NULL,
  url text NOT NULL,
  PRIMARY KEY (destination_id, since)
);

-- The planned shares from a UTC day on: the slots of a round, by place.
CREATE TABLE split_shares (
  test_id uuid NOT NULL REFERENCES split_tests (id) ON DELETE CASCADE,
  from_day date NOT NULL,
  slots smallint[] NOT NULL,
  is_automatic boolean NOT NULL DEFAULT false,
  PRIMARY KEY (test_id, from_day)
);

CREATE TABLE split_judgements (
  test_id uuid NOT NULL REFERENCES split_tests (id) ON DELETE CASCADE,
  day date NOT NULL,
  judgement jsonb NOT NULL,
  PRIMARY KEY (test_id, day)
);

-- How the link's visits are shared when they are not simply in turn; null: they are. The redirect
-- reads it with the link: {"isShuffled": false, "shares": [{"fromDay": "2026-11-27", "slots": [5, 15]}]}.
ALTER TABLE links ADD COLUMN split_rotation jsonb;

-- Another list of destinations is another test, unless the writer says that it is a correction: it
-- sets waypost.split_test to `continue` for its transaction. With `anew` the same list begins anew.
CREATE OR REPLACE FUNCTION stamp_link() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wish text := coalesce(current_setting('waypost.split_test', true), '');
BEGIN
  NEW.changed_xid := pg_current_xact_id();
  IF TG_OP = 'UPDATE' THEN
    NEW.version := OLD.version + 1;
    NEW.split_version := OLD.split_version + (
      wish = 'anew'
      OR NEW.split_test_urls IS DISTINCT FROM OLD.split_test_urls AND NOT (
        wish = 'continue'
        AND jsonb_array_length(NEW.split_test_urls) = jsonb_array_length(OLD.split_test_urls))
    )::int;
    IF NEW.split_version <> OLD.split_version THEN
      NEW.split_rotation := NULL;
    END IF;
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION keep_split_test() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_on boolean := NEW.split_test_enabled AND jsonb_array_length(NEW.split_test_urls) >= 2;
  test uuid;
BEGIN
  UPDATE split_tests SET ended_at = greatest(began_at, NEW.updated_at)
  WHERE link_id = NEW.id AND ended_at IS NULL AND NOT (is_on AND version = NEW.split_version);
  IF NOT is_on THEN
    RETURN NULL;
  END IF;

  INSERT INTO split_tests (user_id, link_id, version, began_at)
  VALUES (NEW.user_id, NEW.id, NEW.split_version, NEW.updated_at)
  ON CONFLICT (link_id, version) DO UPDATE SET ended_at = NULL, sent_to = NULL, former_url = NULL,
    -- A last day that is over would end a reopened test again.
    ends_on = CASE WHEN split_tests.ended_at IS NULL
      OR split_tests.ends_on >= (NEW.updated_at AT TIME ZONE 'UTC')::date THEN split_tests.ends_on END
  RETURNING id INTO test;
  INSERT INTO split_destinations (test_id, place)
  SELECT test, generate_series(1, jsonb_array_length(NEW.split_test_urls))
  ON CONFLICT DO NOTHING;
  INSERT INTO split_shares (test_id, from_day, slots)
  SELECT test, (NEW.updated_at AT TIME ZONE 'UTC')::date,
    array_fill(1::smallint, ARRAY[jsonb_array_length(NEW.split_test_urls)])
  WHERE NOT EXISTS (SELECT 1 FROM split_shares WHERE test_id = test);
  -- The last address is the one in use, also when an instance's clock is behind.
  INSERT INTO split_addresses (destination_id, since, url)
  SELECT destination.id, greatest(NEW.updated_at, latest.since + interval '1 millisecond'), wanted.url
  FROM jsonb_array_elements_text(NEW.split_test_urls) WITH ORDINALITY AS wanted (url, place)
  JOIN split_destinations AS destination
    ON destination.test_id = test AND destination.place = wanted.place
  LEFT JOIN LATERAL (
    SELECT url, since FROM split_addresses
    WHERE destination_id = destination.id ORDER BY since DESC LIMIT 1) AS latest ON true
  WHERE wanted.url IS DISTINCT FROM latest.url;
  RETURN NULL;
END $$;

CREATE TRIGGER links_new_split_test AFTER INSERT ON links
  FOR EACH ROW WHEN (NEW.split_test_enabled) EXECUTE FUNCTION keep_split_test();

CREATE TRIGGER links_split_test AFTER UPDATE ON links
  FOR EACH ROW WHEN (
    (OLD.split_test_enabled, OLD.split_test_urls, OLD.split_version)
    IS DISTINCT FROM (NEW.split_test_enabled, NEW.split_test_urls, NEW.split_version))
  EXECUTE FUNCTION keep_split_test();

-- The tests that run already. What is known of their begin is that the link was there.
INSERT INTO split_tests (user_id, link_id, version, began_at)
SELECT user_id, id, split_version, created_at FROM links
WHERE split_test_enabled AND jsonb_array_length(split_test_urls) >= 2;

INSERT INTO split_destinations (test_id, place)
SELECT split_tests.id, generate_series(1, jsonb_array_length(split_test_urls))
FROM split_tests JOIN links ON links.id = link_id;

INSERT INTO split_shares (test_id, from_day, slots)
SELECT split_tests.id, (began_at AT TIME ZONE 'UTC')::date,
  array_fill(1::smallint, ARRAY[jsonb_array_length(split_test_urls)])
FROM split_tests JOIN links ON links.id = link_id;

INSERT INTO split_addresses (destination_id, since, url)
SELECT destination.id, began_at, split_test_urls ->> (place - 1)
FROM split_destinations AS destination
JOIN split_tests ON split_tests.id = test_id JOIN links ON links.id = link_id;

ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check CHECK (kind IN (
  'trial_ending', 'first_click', 'click_milestone', 'conversions', 'link_expired',
  'password_changed', 'broken_destinations', 'split_test_winner', 'split_test_withdrawn',
  'split_test_alarm'));
