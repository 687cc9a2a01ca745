-- How much of a recording is text by now: with it a screen can tell how far the engine is behind, and for how long.
ALTER TABLE recordings ADD COLUMN transcribed_seconds INTEGER NOT NULL DEFAULT 0;
