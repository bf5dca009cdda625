-- What clicks cost: an amount for each click, for each day, or once for all days together, of one link
-- or of one utm_campaign of the account. A link's costs go with it.
CREATE TABLE costs (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  link_id uuid REFERENCES links (id) ON DELETE CASCADE,
  campaign text CHECK (char_length(campaign) BETWEEN 1 AND 256),
  kind text NOT NULL CHECK (kind IN ('per_click', 'per_day', 'total')),
  amount_cents integer NOT NULL CHECK (amount_cents BETWEEN 1 AND 1000000000),
  currency char(3) NOT NULL,
  first_day date NOT NULL,
  -- Null: until its owner ends it.
  last_day date CHECK (last_day >= first_day),
  note text NOT NULL CHECK (char_length(note) <= 140),
  created_at timestamptz NOT NULL,
  CHECK ((link_id IS NULL) <> (campaign IS NULL)),
  CHECK (kind <> 'total' OR last_day IS NOT NULL)
);

CREATE INDEX costs_user_id_idx ON costs (user_id, first_day, id);
CREATE INDEX costs_link_id_idx ON costs (link_id) WHERE link_id IS NOT NULL;
