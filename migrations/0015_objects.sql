-- Pictures, which are kept outside the database: each is noted here before it is stored and forgotten
-- after it is removed, so that nothing is ever left behind unknown.
CREATE TABLE objects (
  key text PRIMARY KEY CHECK (key ~ '^(uploads|avatars)/[0-9a-f]{32}$'),
  -- Null: the account is gone, and the object goes too.
  user_id uuid REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  -- Null: the account's picture.
  remove_at timestamptz,
  -- Its address has been used.
  received_at timestamptz,
  -- It was asked to become a picture.
  used_at timestamptz,
  -- It is gone; the row still counts against how many the account may begin.
  removed_at timestamptz,
  CHECK (remove_at IS NOT NULL OR starts_with(key, 'avatars/'))
);

CREATE UNIQUE INDEX objects_picture_idx ON objects (user_id) WHERE remove_at IS NULL;
CREATE INDEX objects_user_id_idx ON objects (user_id, created_at);
CREATE INDEX objects_remove_at_idx ON objects (remove_at) WHERE removed_at IS NULL;
CREATE INDEX objects_removed_at_idx ON objects (created_at) WHERE removed_at IS NOT NULL;
