-- What came in for a link lately, and what became of it: so that its owner finds out why a sale does
-- not show. Says nothing of who sent it. The newest 100 of each link, for seven days.
CREATE TABLE conversion_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  link_id uuid NOT NULL REFERENCES links (id) ON DELETE CASCADE,
  received_at timestamptz NOT NULL,
  source text NOT NULL CHECK (source IN ('pixel', 'postback')),
  outcome text NOT NULL CHECK (outcome IN ('recorded', 'repeat', 'ignored', 'refused', 'test')),
  reason text NOT NULL,
  -- As they were sent, cut.
  event_type text NOT NULL,
  value text NOT NULL,
  currency text NOT NULL,
  order_id text NOT NULL,
  has_click_id boolean NOT NULL
);

CREATE INDEX conversion_attempts_link_id_idx ON conversion_attempts (link_id, id DESC);
CREATE INDEX conversion_attempts_received_at_idx ON conversion_attempts (received_at);
