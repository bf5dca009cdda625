-- Whom to ask about a link.
ALTER TABLE links ADD COLUMN contact text CHECK (char_length(contact) <= 200);
