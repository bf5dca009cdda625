-- A statement of an account's own SQL that its owner keeps under a name.
CREATE TABLE saved_statements (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  query text NOT NULL CHECK (char_length(query) BETWEEN 1 AND 30000),
  created_at timestamptz NOT NULL
);

CREATE INDEX saved_statements_user_id_idx ON saved_statements (user_id, created_at, id);
