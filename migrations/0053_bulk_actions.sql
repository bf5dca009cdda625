-- Actions of an account on many of its links, in slices: a short transaction does or undoes one, and
-- notes it here. Actions are kept for a time after their end, their slices until the undo is over.
CREATE TABLE bulk_actions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind text NOT NULL
    CHECK (kind IN ('pause', 'resume', 'expire', 'delete', 'tag', 'untag', 'move')),
  -- The tag of `tag` and `untag`, the folder of `move`.
  label_id uuid,
  state text NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'undoing', 'undone')),
  total integer NOT NULL,
  changed integer NOT NULL DEFAULT 0,
  slices integer NOT NULL,
  -- Slices that are done and not undone: the number of the next one to do.
  slices_done integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  undo_until timestamptz
);

CREATE INDEX bulk_actions_unfinished_idx ON bulk_actions (user_id, due_at)
  WHERE state IN ('waiting', 'running', 'undoing');
CREATE INDEX bulk_actions_expired_idx ON bulk_actions (user_id, created_at) WHERE kind = 'expire';

CREATE TABLE bulk_slices (
  action_id uuid NOT NULL REFERENCES bulk_actions (id) ON DELETE CASCADE,
  place integer NOT NULL,
  link_ids uuid[] NOT NULL,
  -- What the undo needs, of the links that the action changed.
  was jsonb,
  PRIMARY KEY (action_id, place)
);
