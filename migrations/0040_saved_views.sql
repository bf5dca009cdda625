-- A question to the analytics page that its owner keeps: the search part of the page's address.
CREATE TABLE saved_views (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  query text NOT NULL CHECK (char_length(query) <= 4000),
  created_at timestamptz NOT NULL
);

CREATE INDEX saved_views_user_id_idx ON saved_views (user_id, created_at, id);
