-- Beside profile pictures: logos of QR codes, one for each account, and pictures of link previews, one
-- for each link. A preview's picture goes with its link.
ALTER TABLE objects
  ADD COLUMN link_id uuid REFERENCES links (id) ON DELETE SET NULL,
  DROP CONSTRAINT objects_key_check,
  DROP CONSTRAINT objects_check,
  ADD CONSTRAINT objects_key_check CHECK (key ~ '^(uploads|avatars|logos|previews)/[0-9a-f]{32}$'),
  ADD CONSTRAINT objects_kept_check CHECK (remove_at IS NOT NULL OR NOT starts_with(key, 'uploads/'));

DROP INDEX objects_picture_idx;
CREATE UNIQUE INDEX objects_picture_idx ON objects (user_id, split_part(key, '/', 1))
  WHERE remove_at IS NULL AND NOT starts_with(key, 'previews/');
CREATE INDEX objects_link_id_idx ON objects (link_id) WHERE link_id IS NOT NULL;
CREATE INDEX objects_left_behind_idx ON objects (key)
  WHERE remove_at IS NULL AND link_id IS NULL AND starts_with(key, 'previews/');
