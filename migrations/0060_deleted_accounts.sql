-- Deleted accounts, by id alone: when an older backup is restored, they are deleted again.
CREATE TABLE deleted_accounts (
  id uuid PRIMARY KEY,
  deleted_at timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION note_deleted_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deleted_accounts (id) VALUES (OLD.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER users_note_deletion AFTER DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION note_deleted_account();

-- Finished backups: who watches Waypost reads from here how old the last one is.
CREATE TABLE backups (
  id text PRIMARY KEY,
  started_at timestamptz NOT NULL,
  finished_at timestamptz NOT NULL,
  -- Where it is, without credentials.
  place text NOT NULL,
  -- Bytes that it added there.
  bytes bigint NOT NULL
);

CREATE INDEX backups_started_at_idx ON backups (started_at);
