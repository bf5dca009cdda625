-- Which secret this installation's data were signed and encrypted with: a key that is derived from it for
-- this alone, so that it shows nothing of the secret. One row.
CREATE TABLE secret_fingerprints (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  fingerprint text NOT NULL,
  kept_at timestamptz NOT NULL DEFAULT now()
);
