-- Domains that accounts have claimed for their links. Several accounts may claim one domain; at
-- most one of them has proven it, and visits reach that account's links alone. `number` is the
-- domain's namespace in link_names and is never used again after the claim is removed.
CREATE TABLE domains (
  id uuid PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- In ASCII. The TXT record's name is nine characters longer, and DNS allows 253.
  host varchar(244) NOT NULL CHECK (host ~ '^[a-z0-9-]+(\.[a-z0-9-]+)+$'),
  -- The random part of the TXT record that proves this claim and no other.
  token varchar(64) NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'proven', 'suspended')),
  -- Checks in a row that found no proof.
  misses smallint NOT NULL DEFAULT 0 CHECK (misses >= 0),
  is_pointed boolean NOT NULL DEFAULT false,
  -- What the last check expected and saw, for the owner; null before the first check.
  findings jsonb,
  is_default boolean NOT NULL DEFAULT false,
  root_url text CHECK (char_length(root_url) BETWEEN 1 AND 2048),
  unknown_url text CHECK (char_length(unknown_url) BETWEEN 1 AND 2048),
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  checked_at timestamptz,
  next_check_at timestamptz NOT NULL,
  UNIQUE (user_id, host)
);

CREATE UNIQUE INDEX domains_proven_idx ON domains (host) WHERE state = 'proven';
CREATE UNIQUE INDEX domains_default_idx ON domains (user_id) WHERE is_default;
CREATE INDEX domains_next_check_at_idx ON domains (next_check_at);

CREATE FUNCTION stamp_domain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;

CREATE TRIGGER domains_stamp BEFORE UPDATE ON domains
  FOR EACH ROW EXECUTE FUNCTION stamp_domain();
CREATE TRIGGER domains_poke AFTER INSERT OR UPDATE OR DELETE ON domains
  FOR EACH STATEMENT EXECUTE FUNCTION poke_links();

-- The domain at which a link is shown; null: the instance's own short host.
ALTER TABLE links ADD COLUMN domain_id bigint REFERENCES domains (number);
CREATE INDEX links_domain_id_idx ON links (domain_id) WHERE domain_id IS NOT NULL;
