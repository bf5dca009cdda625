-- The apps that may open a domain's links: ids of iOS apps, and names of Android apps with the
-- fingerprints of their certificates.
ALTER TABLE domains ADD COLUMN app_links jsonb NOT NULL DEFAULT '{"ios": [], "android": []}';
