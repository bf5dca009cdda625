-- Addresses whose account was deleted: for a year they get no second trial. A keyed hash is kept and
-- nothing else, so that nobody can read an address here.
CREATE TABLE past_trials (
  address_key text PRIMARY KEY CHECK (address_key ~ '^[0-9a-f]{64}$'),
  deleted_at timestamptz NOT NULL
);

CREATE INDEX past_trials_deleted_at_idx ON past_trials (deleted_at);
