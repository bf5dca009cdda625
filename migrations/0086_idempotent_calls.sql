-- Writes of the last day that carried an Idempotency-Key, with their answers. Before, conversions alone
-- could have one; `idempotent_conversions` serves instances of the former version until they are
-- replaced.
CREATE TABLE idempotent_calls (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  idempotency_key text NOT NULL CHECK (char_length(idempotency_key) BETWEEN 1 AND 255),
  -- SHA-256 of the request, in hexadecimal.
  fingerprint text NOT NULL,
  -- The id of the thing that the call makes, so that an attempt after a crash makes the same one.
  chosen_id uuid NOT NULL,
  begun_at timestamptz NOT NULL,
  -- Until then an attempt is under way; another may take over afterwards.
  held_until timestamptz NOT NULL,
  finished_at timestamptz,
  status integer,
  -- Null until the call has finished, and for an answer that is too long to keep.
  answer text,
  PRIMARY KEY (user_id, idempotency_key)
);

CREATE INDEX idempotent_calls_begun_at_idx ON idempotent_calls (begun_at);
