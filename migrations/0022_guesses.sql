-- Failed sign-ins are counted for an account and an address together, and for a whole IPv6 site.
ALTER TABLE login_failures ADD COLUMN site_key text;
CREATE INDEX login_failures_pair_idx
  ON login_failures (account_key, address_key, failed_at DESC);
CREATE INDEX login_failures_site_idx
  ON login_failures (site_key, failed_at DESC) WHERE site_key IS NOT NULL;

-- Browsers that signed in before this instant are strangers again: a password was changed or reset.
ALTER TABLE users ADD COLUMN devices_since timestamptz NOT NULL DEFAULT 'epoch';

-- A keyed hash of who asked for the link: a newer link ends the older ones of the same asker alone,
-- so that nobody ends the link that somebody else waits for.
ALTER TABLE password_resets ADD COLUMN asker_key text;
