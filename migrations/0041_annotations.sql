-- A person's note on a calendar day of the charts, in any time zone.
CREATE TABLE annotations (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  date date NOT NULL,
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 140),
  created_at timestamptz NOT NULL
);

CREATE INDEX annotations_user_id_idx ON annotations (user_id, date, id);
