-- Which recording a consultation was written from; empty for those that integrators insert. Recordings go with their
-- consultation (0006), so this is a note, not a reference.
ALTER TABLE consultations ADD COLUMN recording_id TEXT;
