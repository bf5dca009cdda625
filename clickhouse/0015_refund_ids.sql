ALTER TABLE conversions DROP CONSTRAINT IF EXISTS key_is_named;

-- `r:f:` and the merchant's id of a refund: an order may have several refunds with ids.
ALTER TABLE conversions ADD CONSTRAINT IF NOT EXISTS key_is_named
  CHECK match(conversion_key, '^(r:)?[ocvm]:.|^r:f:.');
