-- A price at the provider that a subscription of this installation was found with there. A provider's
-- account that does not have it is another one.
CREATE TABLE payment_accounts (
  provider text PRIMARY KEY,
  price_id text NOT NULL,
  kept_at timestamptz NOT NULL DEFAULT now()
);
