-- Links that were mailed to find out whether an address is its account's: the one that it registered
-- with, or the one that it is to have from then on.
CREATE TABLE email_proofs (
  -- SHA-256 of the link's token, in hexadecimal: a leaked row proves nothing.
  token_digest text PRIMARY KEY CHECK (token_digest ~ '^[0-9a-f]{64}$'),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Where the link was mailed to.
  email text NOT NULL CHECK (email = btrim(email) AND char_length(email) BETWEEN 3 AND 254),
  cause text NOT NULL CHECK (cause IN ('welcome', 'resend', 'change')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Used, overtaken or called off.
  ended_at timestamptz
);

CREATE INDEX email_proofs_user_id_idx ON email_proofs (user_id, created_at DESC);
CREATE INDEX email_proofs_expires_at_idx ON email_proofs (expires_at);

-- When the person behind a session last said who they are; those from before have to say it again.
ALTER TABLE sessions ADD COLUMN proven_at timestamptz NOT NULL DEFAULT 'epoch';
