-- An operator may disable an account: its sessions, keys and links stop until it is enabled again.
ALTER TABLE users ADD COLUMN disabled_at timestamptz;
CREATE INDEX users_disabled_idx ON users (id) WHERE disabled_at IS NOT NULL;

-- What an operator did to an account is in the account's own history.
ALTER TABLE audit_events DROP CONSTRAINT audit_events_actor_check;
ALTER TABLE audit_events ADD CONSTRAINT audit_events_actor_check
  CHECK (actor IN ('session', 'key', 'nobody', 'system', 'operator'));
