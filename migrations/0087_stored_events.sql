-- Conversions and clicks are recorded for an account from the time at which a webhook that wants them
-- was switched on.
ALTER TABLE webhooks ADD COLUMN enabled_at timestamptz;
UPDATE webhooks SET enabled_at = updated_at;
ALTER TABLE webhooks ALTER COLUMN enabled_at SET NOT NULL, ALTER COLUMN enabled_at SET DEFAULT now();
