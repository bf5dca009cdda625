CREATE TABLE links (
  id uuid PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  original_url text NOT NULL CHECK (char_length(original_url) BETWEEN 1 AND 2048),
  short_code varchar(10) NOT NULL UNIQUE,
  custom_alias varchar(50) CHECK (custom_alias ~ '^[A-Za-z0-9_-]{1,50}$'),
  title text CHECK (char_length(title) <= 200),
  description text CHECK (char_length(description) <= 1000),
  expires_at timestamptz,
  is_active boolean NOT NULL DEFAULT true,
  track_clicks boolean NOT NULL DEFAULT true,
  track_conversions boolean NOT NULL DEFAULT false,
  auto_track_profit boolean NOT NULL DEFAULT false,
  profit_per_sale integer CHECK (profit_per_sale BETWEEN 0 AND 1000000000),
  split_test_enabled boolean NOT NULL DEFAULT false,
  split_test_urls jsonb NOT NULL DEFAULT '[]'
    CHECK (jsonb_typeof(split_test_urls) = 'array' AND jsonb_array_length(split_test_urls) <= 4),
  split_version integer NOT NULL DEFAULT 1,
  version bigint NOT NULL DEFAULT 1,
  changed_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE INDEX links_user_id_idx ON links (user_id, created_at DESC, id DESC);
CREATE INDEX links_changed_xid_idx ON links (changed_xid);

-- Every name that ever resolved. A row whose link is gone is a tombstone: its name is never given
-- to someone else. Domain 0 is the instance's own short host.
CREATE TABLE link_names (
  domain_id bigint NOT NULL DEFAULT 0,
  folded_name varchar(50) NOT NULL CHECK (folded_name = lower(folded_name)),
  link_id uuid REFERENCES links (id) ON DELETE SET NULL,
  kind text NOT NULL CHECK (kind IN ('code', 'alias')),
  PRIMARY KEY (domain_id, folded_name)
);

CREATE INDEX link_names_link_id_idx ON link_names (link_id);

-- Deleted links whose clicks and conversions still have to go everywhere. Late events of a link
-- that stands here are discarded; reads leave it out at once.
CREATE TABLE erasures (
  link_id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  changed_xid xid8 NOT NULL DEFAULT pg_current_xact_id()
);

CREATE INDEX erasures_changed_xid_idx ON erasures (changed_xid);
CREATE INDEX erasures_pending_idx ON erasures (requested_at) WHERE finished_at IS NULL;

-- The database itself stamps every write, so that no writer can forget to.
CREATE FUNCTION stamp_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_xid := pg_current_xact_id();
  IF TG_OP = 'UPDATE' THEN
    NEW.version := OLD.version + 1;
    NEW.split_version := OLD.split_version
      + (NEW.split_test_urls IS DISTINCT FROM OLD.split_test_urls)::int;
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER links_stamp BEFORE INSERT OR UPDATE ON links
  FOR EACH ROW EXECUTE FUNCTION stamp_link();

CREATE FUNCTION bury_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO erasures (link_id, user_id) VALUES (OLD.id, OLD.user_id) ON CONFLICT DO NOTHING;
  RETURN OLD;
END $$;

CREATE TRIGGER links_bury BEFORE DELETE ON links
  FOR EACH ROW EXECUTE FUNCTION bury_link();

-- The notice says only "look": what changed is found by transaction id.
CREATE FUNCTION poke_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('links', '');
  RETURN NULL;
END $$;

CREATE TRIGGER links_poke AFTER INSERT OR UPDATE OR DELETE ON links
  FOR EACH STATEMENT EXECUTE FUNCTION poke_links();
