-- How an account organises its links: any of its tags on a link, and one of its folders.
CREATE TABLE tags (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 50),
  -- A name of the palette, which the core holds.
  color text NOT NULL CHECK (color ~ '^[a-z]{3,10}$'),
  created_at timestamptz NOT NULL
);

CREATE UNIQUE INDEX tags_name_idx ON tags (user_id, lower(name));

CREATE TABLE folders (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 50),
  created_at timestamptz NOT NULL
);

CREATE UNIQUE INDEX folders_name_idx ON folders (user_id, lower(name));

-- Apart from `links`: a redirect does not depend on them, so that a change of 100,000 links neither
-- rewrites the links nor makes the link caches read them again. Who changes them locks the account
-- first.
CREATE TABLE link_tags (
  link_id uuid NOT NULL REFERENCES links (id) ON DELETE CASCADE,
  tag_id uuid NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
  PRIMARY KEY (tag_id, link_id)
);

CREATE INDEX link_tags_link_id_idx ON link_tags (link_id);

CREATE TABLE link_folders (
  link_id uuid PRIMARY KEY REFERENCES links (id) ON DELETE CASCADE,
  folder_id uuid NOT NULL REFERENCES folders (id) ON DELETE CASCADE
);

CREATE INDEX link_folders_folder_id_idx ON link_folders (folder_id, link_id);

ALTER TABLE links ADD COLUMN notes text CHECK (char_length(notes) <= 5000);
