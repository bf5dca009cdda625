-- One salt per UTC day makes visitors recognisable within that day and nobody afterwards.
CREATE TABLE visitor_salts (
  day date PRIMARY KEY,
  salt bytea NOT NULL CHECK (octet_length(salt) = 32)
);

-- Every running instance says here how old its oldest unsent visit is: an erasure is finished only
-- when no instance can still bring a visit from before it.
CREATE TABLE instances (
  id uuid PRIMARY KEY,
  seen_at timestamptz NOT NULL,
  oldest_unsent_at timestamptz
);
