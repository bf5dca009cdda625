-- What every sale brings is in one currency, and sales in others do not bring it.
ALTER TABLE links
  ADD COLUMN profit_per_sale_currency text NOT NULL DEFAULT 'USD'
    CHECK (profit_per_sale_currency IN ('USD', 'EUR', 'GBP', 'CAD', 'AUD'));
