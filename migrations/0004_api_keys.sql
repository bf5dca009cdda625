CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  -- SHA-256 of the key, in hexadecimal: a leaked row opens nothing.
  key_digest text NOT NULL UNIQUE CHECK (key_digest ~ '^[0-9a-f]{64}$'),
  -- The key's last characters, by which its owner tells it from others.
  ending text NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);

CREATE INDEX api_keys_user_id_idx ON api_keys (user_id, created_at DESC, id DESC);

-- A link's postback secret is derived from the installation's secret and this number, so that none
-- rests here; a link without a row is at its first.
CREATE TABLE postback_generations (
  link_id uuid PRIMARY KEY REFERENCES links (id) ON DELETE CASCADE,
  generation integer NOT NULL
);

-- Calls of the last day that carried an Idempotency-Key: what each will record has its id before it
-- is recorded, so that an attempt after a crash records the same thing again and not another.
CREATE TABLE idempotent_conversions (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  idempotency_key text NOT NULL CHECK (char_length(idempotency_key) BETWEEN 1 AND 255),
  -- SHA-256 of what was asked for, in hexadecimal.
  fingerprint text NOT NULL,
  conversion_id uuid NOT NULL,
  begun_at timestamptz NOT NULL,
  -- Until then an attempt is under way; another may take over afterwards.
  held_until timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (user_id, idempotency_key)
);

CREATE INDEX idempotent_conversions_begun_at_idx ON idempotent_conversions (begun_at);
