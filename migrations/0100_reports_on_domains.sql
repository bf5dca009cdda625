-- The domain at which a shared report is shown while it is proven; null: the application's own host.
ALTER TABLE shared_reports ADD COLUMN domain_id bigint REFERENCES domains (number) ON DELETE SET NULL;
CREATE INDEX shared_reports_domain_id_idx ON shared_reports (domain_id) WHERE domain_id IS NOT NULL;
