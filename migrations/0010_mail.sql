-- What is to be mailed: written in the transaction of its cause, sent afterwards. The words are
-- sealed under the installation's secret, since they may hold links that open an account, and are
-- removed once nothing needs to be sent; the rest stays for a while, so that no event is told twice.
CREATE TABLE outbox (
  id uuid PRIMARY KEY,
  -- Names what happened: at most one mail for each.
  event_key text NOT NULL UNIQUE CHECK (char_length(event_key) BETWEEN 1 AND 200),
  user_id uuid REFERENCES users (id) ON DELETE CASCADE,
  sealed bytea,
  created_at timestamptz NOT NULL,
  -- After this nobody wants to read it any more.
  gives_up_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  -- The next attempt; whoever makes one moves it first, so that nobody else does.
  due_at timestamptz NOT NULL,
  settled_at timestamptz,
  CHECK (settled_at IS NOT NULL OR sealed IS NOT NULL),
  CHECK (settled_at IS NULL OR sealed IS NULL)
);

CREATE INDEX outbox_due_at_idx ON outbox (due_at) WHERE settled_at IS NULL;
CREATE INDEX outbox_settled_at_idx ON outbox (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX outbox_user_id_idx ON outbox (user_id);

CREATE TABLE password_resets (
  -- SHA-256 of the link's token, in hexadecimal: a leaked row opens nothing.
  token_digest text PRIMARY KEY CHECK (token_digest ~ '^[0-9a-f]{64}$'),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Used, or overtaken by a newer one.
  ended_at timestamptz
);

CREATE INDEX password_resets_user_id_idx ON password_resets (user_id, created_at DESC);
CREATE INDEX password_resets_expires_at_idx ON password_resets (expires_at);
