-- The link's id in another system of its owner's, by which that system finds and changes it. A deleted
-- link frees it.
ALTER TABLE links ADD COLUMN external_id text CHECK (char_length(external_id) BETWEEN 1 AND 128);

CREATE UNIQUE INDEX links_external_id_key ON links (user_id, external_id)
  WHERE external_id IS NOT NULL;
