ALTER TABLE conversions DROP CONSTRAINT IF EXISTS key_is_named;

-- `r:` and the key of the conversion that money is taken back from: a refund, with negative cents.
ALTER TABLE conversions ADD CONSTRAINT IF NOT EXISTS key_is_named
  CHECK match(conversion_key, '^(r:)?[ocvm]:.');
