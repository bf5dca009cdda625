ALTER TABLE api_keys
  ADD COLUMN expires_at timestamptz,
  -- Of the text before the last rotation, which works until then.
  ADD COLUMN former_digest text UNIQUE CHECK (former_digest ~ '^[0-9a-f]{64}$'),
  ADD COLUMN former_until timestamptz,
  -- Made when `links:read` opened QR codes alone. Ends when its owner changes the key.
  ADD COLUMN reads_more boolean NOT NULL DEFAULT false;

UPDATE api_keys SET reads_more = true WHERE 'links:read' = ANY (scopes);
