CREATE TABLE users (
  id uuid PRIMARY KEY,
  email text NOT NULL CHECK (email = btrim(email) AND char_length(email) BETWEEN 3 AND 254),
  first_name text NOT NULL CHECK (char_length(first_name) BETWEEN 1 AND 100),
  last_name text NOT NULL CHECK (char_length(last_name) BETWEEN 1 AND 100),
  profile_image_url text,
  password text,
  google_id text UNIQUE,
  facebook_id text UNIQUE,
  provider text NOT NULL DEFAULT 'email' CHECK (provider IN ('email', 'google', 'facebook')),
  verified boolean NOT NULL DEFAULT false,
  stripe_payment_intent_id text,
  stripe_customer_id text,
  stripe_subscription_id text,
  subscription_status text NOT NULL DEFAULT 'trial'
    CHECK (subscription_status IN ('trial', 'active', 'lifetime', 'past_due', 'canceled', 'expired')),
  trial_ends_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (provider <> 'email' OR password IS NOT NULL)
);

-- Addresses are compared case-insensitively; the address itself is kept as it was typed.
CREATE UNIQUE INDEX users_email_key ON users (lower(email));

CREATE TABLE sessions (
  -- SHA-256 of the token, in hexadecimal: a leaked row opens nothing.
  sid text PRIMARY KEY CHECK (sid ~ '^[0-9a-f]{64}$'),
  sess jsonb NOT NULL,
  expire timestamptz NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL
);

CREATE INDEX sessions_expire_idx ON sessions (expire);
CREATE INDEX sessions_user_id_idx ON sessions (user_id);

-- Sign-ins that did not succeed, of the last day: what slows down guessing. Both keys are keyed
-- hashes, so that neither addresses nor e-mail addresses rest here; account_key says nothing about
-- whether there is such an account.
CREATE TABLE login_failures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  address_key text NOT NULL,
  account_key text NOT NULL,
  failed_at timestamptz NOT NULL
);

CREATE INDEX login_failures_address_idx ON login_failures (address_key, failed_at DESC);
CREATE INDEX login_failures_account_idx ON login_failures (account_key, failed_at DESC);
CREATE INDEX login_failures_failed_at_idx ON login_failures (failed_at);
