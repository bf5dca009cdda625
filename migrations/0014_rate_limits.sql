-- Limits that all instances count together: what each key did within its window.
CREATE TABLE rate_limits (
  name text NOT NULL,
  -- A keyed hash of a network address or an account: a leaked row names nobody.
  key_digest text NOT NULL CHECK (key_digest ~ '^[0-9a-f]{64}$'),
  acts timestamptz[] NOT NULL,
  -- Nothing in the row matters any more from here on.
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (name, key_digest)
);

CREATE INDEX rate_limits_ends_at_idx ON rate_limits (ends_at);
