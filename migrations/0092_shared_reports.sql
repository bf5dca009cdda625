-- A report that everybody with its address may see. The public pages of links become such reports, and
-- keep their addresses and passwords.
CREATE TABLE shared_reports (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The link whose public page it is; null for every other report.
  link_id uuid UNIQUE REFERENCES links (id) ON DELETE CASCADE,
  -- 128 random bits, base64url. A deleted report's token is gone.
  token text NOT NULL UNIQUE CHECK (token ~ '^[A-Za-z0-9_-]{22}$'),
  -- Empty: the name of the link.
  name text NOT NULL CHECK (char_length(name) BETWEEN (link_id IS NULL)::int AND 60),
  -- The parameters of the report: range, time zone, comparison, filters.
  query text NOT NULL CHECK (char_length(query) <= 4000),
  -- Whether visitors may choose other dates.
  chooses_dates boolean NOT NULL,
  is_on boolean NOT NULL,
  -- Argon2id; null when the address is enough.
  password_hash text,
  shows_money boolean NOT NULL,
  expires_at timestamptz,
  -- Who shares it, as its visitors read it.
  sender text NOT NULL CHECK (char_length(sender) <= 60),
  color text CHECK (color ~ '^#[0-9a-f]{6}$'),
  shows_logo boolean NOT NULL,
  -- The hosts whose pages may show it in a frame, separated by spaces.
  hosts text NOT NULL CHECK (char_length(hosts) <= 2000),
  views integer NOT NULL,
  viewed_at timestamptz,
  created_at timestamptz NOT NULL
);

CREATE INDEX shared_reports_user_id_idx ON shared_reports (user_id, created_at DESC, id DESC);

INSERT INTO shared_reports (id, user_id, link_id, token, name, query, chooses_dates, is_on, password_hash,
  shows_money, sender, shows_logo, hosts, views, created_at)
SELECT gen_random_uuid(), links.user_id, link_id, token, '', 'link=' || link_id, true, true, password_hash,
  shows_money, '', false, '', 0, public_pages.created_at
FROM public_pages JOIN links ON links.id = link_id;

DROP TABLE public_pages;
