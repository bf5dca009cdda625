-- Saved views that are mailed every day, week or month.
CREATE TABLE mailed_reports (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  view_id uuid NOT NULL REFERENCES saved_views (id) ON DELETE CASCADE,
  every text NOT NULL CHECK (every IN ('day', 'week', 'month')),
  hour integer NOT NULL CHECK (hour BETWEEN 0 AND 23),
  time_zone text NOT NULL CHECK (char_length(time_zone) BETWEEN 1 AND 64),
  is_enabled boolean NOT NULL,
  next_at timestamptz NOT NULL,
  -- The first day of the newest period whose mails were queued: each period is mailed once.
  last_slot date,
  sent_at timestamptz,
  is_broken boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL
);

CREATE INDEX mailed_reports_user_id_idx ON mailed_reports (user_id, created_at, id);
CREATE INDEX mailed_reports_view_id_idx ON mailed_reports (view_id);
CREATE INDEX mailed_reports_next_at_idx ON mailed_reports (next_at) WHERE is_enabled;

-- Who gets them, once they have confirmed.
CREATE TABLE mailed_report_addresses (
  id uuid PRIMARY KEY,
  report_id uuid NOT NULL REFERENCES mailed_reports (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  email text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 254),
  state text NOT NULL CHECK (state IN ('waiting', 'confirmed', 'stopped')),
  created_at timestamptz NOT NULL
);

CREATE UNIQUE INDEX mailed_report_addresses_email_idx
  ON mailed_report_addresses (report_id, lower(email));
CREATE INDEX mailed_report_addresses_user_id_idx ON mailed_report_addresses (user_id);
