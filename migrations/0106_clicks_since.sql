-- Since when a webhook wants clicks. `enabled_at` is since when it wants events of conversions.
ALTER TABLE webhooks ADD COLUMN clicks_since timestamptz;
UPDATE webhooks SET clicks_since = enabled_at;
ALTER TABLE webhooks ALTER COLUMN clicks_since SET NOT NULL, ALTER COLUMN clicks_since SET DEFAULT now();
