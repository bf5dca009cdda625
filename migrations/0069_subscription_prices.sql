-- What a subscription costs each period, as its provider reported it with the last reading. Null
-- until the next reading, and while the provider gives no single amount. The amount is in hundredths
-- of the currency's main unit.
ALTER TABLE subscriptions
  ADD COLUMN price_cents bigint CHECK (price_cents >= 0),
  ADD COLUMN price_currency text CHECK (price_currency ~ '^[A-Z]{3}$'),
  ADD COLUMN price_interval text CHECK (price_interval IN ('day', 'week', 'month', 'year')),
  ADD COLUMN price_interval_count integer CHECK (price_interval_count > 0),
  ADD CONSTRAINT subscriptions_price_check CHECK (
    num_nulls(price_cents, price_currency, price_interval, price_interval_count) IN (0, 4));
