-- Names were not bounded at first, and an index of PostgreSQL holds 2704 bytes: one row kept a practice from moving there.
-- The tables have taken 300 characters since (data/registry.cc); what is longer is nobody's name.
UPDATE patients SET last_name = substr(last_name, 1, 299) || '…' WHERE length(last_name) > 300;
UPDATE patients SET first_name = substr(first_name, 1, 299) || '…' WHERE length(first_name) > 300;
