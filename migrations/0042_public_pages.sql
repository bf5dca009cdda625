-- A link whose numbers everybody with the page's address may see. A revoked page's token is gone.
CREATE TABLE public_pages (
  link_id uuid PRIMARY KEY REFERENCES links (id) ON DELETE CASCADE,
  -- 128 random bits, base64url.
  token text NOT NULL UNIQUE CHECK (token ~ '^[A-Za-z0-9_-]{22}$'),
  -- Argon2id; null when the address is enough.
  password_hash text,
  shows_money boolean NOT NULL,
  created_at timestamptz NOT NULL
);
