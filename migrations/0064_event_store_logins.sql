-- Accounts' users in the operator's own event store (CLICKHOUSE_URL). A row outlives its account until
-- the user is removed there.
CREATE TABLE event_store_logins (
  user_id uuid PRIMARY KEY,
  -- The password, encrypted with the installation's secret.
  sealed bytea NOT NULL,
  -- What was created in the event store with this password; NULL: nothing that works.
  shape text,
  -- When the account's owner was shown the password; NULL: the application alone has it.
  shown_at timestamptz
);
