-- The rule of the link that chose the destination, by its id; 0: none did, as for older rows.
ALTER TABLE clicks ADD COLUMN IF NOT EXISTS rule UInt32;
