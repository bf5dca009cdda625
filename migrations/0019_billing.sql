-- Who paid for an account sets its password afterwards, by a mailed link if need be.
ALTER TABLE users DROP CONSTRAINT IF EXISTS users_check;

-- Numbers what is read from a payment provider: the later of two readings has the greater number.
CREATE SEQUENCE payment_readings;

-- Payments for lifetime access.
CREATE TABLE purchases (
  id uuid PRIMARY KEY,
  provider text NOT NULL CHECK (provider IN ('stripe', 'test')),
  -- Names the attempt to pay: while it is open there is one payment for it.
  attempt text NOT NULL CHECK (char_length(attempt) BETWEEN 1 AND 100),
  -- Null until there is an account.
  user_id uuid REFERENCES users (id) ON DELETE CASCADE,
  -- Who pays for an account to come: email, firstName, lastName.
  payer jsonb,
  -- A keyed hash of the network address: what slows down trying out stolen cards.
  address_key text NOT NULL,
  -- The provider's; null until it has it.
  payment_id text UNIQUE,
  state text NOT NULL DEFAULT 'open'
    CHECK (state IN ('open', 'paid', 'refunded', 'disputed', 'void')),
  reading bigint NOT NULL DEFAULT 0,
  -- The account was opened by this payment, and nobody has set its password.
  awaits_password boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  -- When its state was last seen to change.
  changed_at timestamptz NOT NULL,
  CHECK (user_id IS NOT NULL OR payer IS NOT NULL)
);

CREATE UNIQUE INDEX purchases_attempt_key ON purchases (provider, attempt) WHERE state = 'open';
CREATE INDEX purchases_user_id_idx ON purchases (user_id);
CREATE INDEX purchases_open_idx ON purchases (created_at) WHERE state = 'open';
CREATE INDEX purchases_void_idx ON purchases (changed_at) WHERE state = 'void';

CREATE TABLE subscriptions (
  id uuid PRIMARY KEY,
  provider text NOT NULL CHECK (provider IN ('stripe', 'test')),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  address_key text NOT NULL,
  subscription_id text UNIQUE,
  state text NOT NULL DEFAULT 'open'
    CHECK (state IN ('open', 'active', 'past_due', 'reversed', 'ended', 'void')),
  current_period_end timestamptz,
  ends_then boolean NOT NULL DEFAULT false,
  reading bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL
);

-- An account has one subscription at a time.
CREATE UNIQUE INDEX subscriptions_user_key ON subscriptions (provider, user_id)
  WHERE state NOT IN ('ended', 'void');
CREATE INDEX subscriptions_user_id_idx ON subscriptions (user_id);

CREATE TABLE payment_customers (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  provider text NOT NULL,
  customer_id text NOT NULL,
  PRIMARY KEY (user_id, provider)
);

-- Events that have had their effect: each has it once.
CREATE TABLE payment_events (
  event_id text PRIMARY KEY,
  provider text NOT NULL,
  seen_at timestamptz NOT NULL
);

CREATE INDEX payment_events_seen_at_idx ON payment_events (seen_at);

-- Cards that were declined in the last days, by the keyed hash of the network address.
CREATE TABLE payment_failures (
  event_id text PRIMARY KEY,
  address_key text NOT NULL,
  failed_at timestamptz NOT NULL
);

CREATE INDEX payment_failures_address_idx ON payment_failures (address_key, failed_at);
CREATE INDEX payment_failures_failed_at_idx ON payment_failures (failed_at);

-- Until when the events of a provider were listed.
CREATE TABLE payment_lists (
  provider text PRIMARY KEY,
  listed_until timestamptz NOT NULL
);

-- What a deleted account leaves behind at its provider, until it is ended there.
CREATE TABLE payment_orphans (
  id text PRIMARY KEY,
  provider text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('payment', 'subscription'))
);

CREATE FUNCTION orphan_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_orphans (id, provider, kind)
  VALUES (OLD.payment_id, OLD.provider, 'payment') ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER purchases_orphan AFTER DELETE ON purchases FOR EACH ROW
  WHEN (OLD.state = 'open' AND OLD.payment_id IS NOT NULL) EXECUTE FUNCTION orphan_purchase();

CREATE FUNCTION orphan_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_orphans (id, provider, kind)
  VALUES (OLD.subscription_id, OLD.provider, 'subscription') ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER subscriptions_orphan AFTER DELETE ON subscriptions FOR EACH ROW
  WHEN (OLD.state NOT IN ('ended', 'void') AND OLD.subscription_id IS NOT NULL)
  EXECUTE FUNCTION orphan_subscription();

-- What the built-in provider of the test mode remembers: payments, subscriptions and customers.
CREATE TABLE test_payments (
  id text PRIMARY KEY,
  customer_id text,
  body jsonb NOT NULL,
  -- When somebody is to look at it again: a subscription at the end of its period.
  due_at timestamptz
);

CREATE INDEX test_payments_customer_idx ON test_payments (customer_id);
CREATE INDEX test_payments_due_at_idx ON test_payments (due_at) WHERE due_at IS NOT NULL;

-- Its events, delivered by webhook until they are taken, and listed for thirty days.
CREATE TABLE test_payment_events (
  id text PRIMARY KEY,
  body jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  -- Null once it was taken.
  due_at timestamptz
);

CREATE INDEX test_payment_events_due_at_idx ON test_payment_events (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX test_payment_events_created_at_idx ON test_payment_events (created_at);
