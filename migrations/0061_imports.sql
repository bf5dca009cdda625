-- Clicks that another service counted before the import of a link.
ALTER TABLE links ADD COLUMN imported_clicks integer CHECK (imported_clicks >= 0);

-- Imports of links from files. A short transaction checks or adds the rows of one slice, and notes it
-- here.
CREATE TABLE imports (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  file_name text NOT NULL,
  -- The service whose columns the file has; null: none that is known.
  format text,
  columns jsonb NOT NULL,
  -- The field of each column, or null.
  mapping jsonb NOT NULL,
  -- The number of the links' domain, which may be removed meanwhile; null: the short host.
  domain_number bigint,
  state text NOT NULL CHECK (state IN (
    'uploading', 'uploaded', 'checking', 'checked', 'running', 'done', 'cancelled')),
  rows integer NOT NULL DEFAULT 0,
  slices integer NOT NULL DEFAULT 0,
  slices_done integer NOT NULL DEFAULT 0,
  -- Rows by what became of them.
  done_rows integer NOT NULL DEFAULT 0,
  created integer NOT NULL DEFAULT 0,
  existing integer NOT NULL DEFAULT 0,
  alias_taken integer NOT NULL DEFAULT 0,
  invalid integer NOT NULL DEFAULT 0,
  blocked integer NOT NULL DEFAULT 0,
  "full" integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  ended_at timestamptz
);

CREATE INDEX imports_user_id_idx ON imports (user_id, created_at);
CREATE UNIQUE INDEX imports_working_idx ON imports (user_id) WHERE state IN ('checking', 'running');
CREATE INDEX imports_unfinished_idx ON imports (created_at)
  WHERE state NOT IN ('done', 'cancelled');

CREATE TABLE import_slices (
  import_id uuid NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  place integer NOT NULL,
  -- Rows with their numbers; after the import of the slice only those with a problem.
  file_rows jsonb NOT NULL,
  problems jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (import_id, place)
);

-- Names that the checked rows of an import would take, while its check goes on.
CREATE TABLE import_names (
  import_id uuid NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('alias', 'tag', 'folder')),
  name text NOT NULL,
  -- The destination of an alias.
  destination text,
  PRIMARY KEY (import_id, kind, name)
);
