-- What an account has settled for itself; without a row everything is as the product has it.
CREATE TABLE settings (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- For new links that do not say otherwise.
  link_track_clicks boolean NOT NULL,
  link_track_conversions boolean NOT NULL,
  -- Whole days from the link's creation; null: it never expires.
  link_expiration_days integer CHECK (link_expiration_days BETWEEN 1 AND 3650)
);
