-- Values of UTM parameters that an account uses again and again, under a name. Empty: none.
CREATE TABLE utm_templates (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 50),
  utm_source text NOT NULL CHECK (char_length(utm_source) <= 200),
  utm_medium text NOT NULL CHECK (char_length(utm_medium) <= 200),
  utm_campaign text NOT NULL CHECK (char_length(utm_campaign) <= 200),
  utm_term text NOT NULL CHECK (char_length(utm_term) <= 200),
  utm_content text NOT NULL CHECK (char_length(utm_content) <= 200),
  created_at timestamptz NOT NULL
);

CREATE UNIQUE INDEX utm_templates_name_idx ON utm_templates (user_id, lower(name));
