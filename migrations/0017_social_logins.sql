-- Logins at a provider that somebody came back from, so that nobody comes back from them again.
CREATE TABLE spent_social_tickets (
  -- SHA-256 of what the provider sent back, in hexadecimal.
  state_digest text PRIMARY KEY CHECK (state_digest ~ '^[0-9a-f]{64}$'),
  -- From here on the ticket itself is too old.
  until timestamptz NOT NULL
);

CREATE INDEX spent_social_tickets_until_idx ON spent_social_tickets (until);

-- Not everybody has a second name at their provider.
ALTER TABLE users DROP CONSTRAINT users_last_name_check;
ALTER TABLE users ADD CONSTRAINT users_last_name_check CHECK (char_length(last_name) <= 100);
