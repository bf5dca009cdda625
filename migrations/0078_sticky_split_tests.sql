-- A person who comes again gets the same destination. Its redirect reads it in links.split_rotation.
ALTER TABLE split_tests ADD COLUMN is_sticky boolean NOT NULL DEFAULT false;
