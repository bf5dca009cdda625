-- What people wrote to whoever runs this instance, for a year; it goes with the account from which it
-- was sent.
CREATE TABLE contact_messages (
  id uuid PRIMARY KEY,
  -- Null: whoever wrote was not signed in.
  user_id uuid REFERENCES users (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  email text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 254),
  subject text NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 200),
  message text NOT NULL CHECK (char_length(message) BETWEEN 1 AND 5000),
  created_at timestamptz NOT NULL
);

CREATE INDEX contact_messages_user_id_idx ON contact_messages (user_id);
CREATE INDEX contact_messages_email_idx ON contact_messages (lower(email));
CREATE INDEX contact_messages_created_at_idx ON contact_messages (created_at);

-- Short links that somebody finds harmful, for a year.
CREATE TABLE link_reports (
  id uuid PRIMARY KEY,
  url text NOT NULL CHECK (char_length(url) BETWEEN 1 AND 2048),
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 2000),
  -- Null: nobody wants an answer.
  email text CHECK (char_length(email) BETWEEN 3 AND 254),
  created_at timestamptz NOT NULL
);

CREATE INDEX link_reports_email_idx ON link_reports (lower(email));
CREATE INDEX link_reports_created_at_idx ON link_reports (created_at);

-- A person who leaves takes along what they wrote without being signed in. A report stays, for what
-- it says is about a link; who made it goes.
CREATE FUNCTION forget_writer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM contact_messages WHERE lower(email) = lower(OLD.email);
  UPDATE link_reports SET email = NULL WHERE lower(email) = lower(OLD.email);
  RETURN OLD;
END $$;

CREATE TRIGGER users_forget_writer BEFORE DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION forget_writer();
