-- Recordings: the life of a consultation from its first second to the saved report (consultations/). The id is chosen
-- by the browser and serves for the upload, the sealed file and the consultation too, so that nothing exists twice.
CREATE TABLE recordings (
  id                 UUID PRIMARY KEY,
  user_id            UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  patient_id         UUID NOT NULL REFERENCES patients (id) ON DELETE CASCADE,
  visita             TEXT NOT NULL CHECK (visita IN ('prima_visita', 'visita_controllo')),
  consent_at         TIMESTAMPTZ NOT NULL,
  consent_version    TEXT NOT NULL,
  mime               TEXT NOT NULL,
  source             TEXT NOT NULL CHECK (source IN ('recording', 'upload')),
  state              TEXT NOT NULL CHECK (state IN ('recording', 'received', 'transcribing', 'analysing', 'writing', 'saved', 'waiting', 'failed')),
  bytes              BIGINT NOT NULL DEFAULT 0 CHECK (bytes >= 0),
  duration_seconds   INTEGER CHECK (duration_seconds >= 0),
  pieces_done        INTEGER NOT NULL DEFAULT 0,
  pieces_total       INTEGER,
  partial_transcript BYTEA,
  typed_transcript   BYTEA,
  error_code         TEXT,
  consultation_id    UUID UNIQUE REFERENCES consultations (id) ON DELETE CASCADE,
  created_at         TIMESTAMPTZ NOT NULL,
  updated_at         TIMESTAMPTZ NOT NULL
);
CREATE INDEX recordings_by_user ON recordings (user_id, created_at);
CREATE INDEX recordings_by_patient ON recordings (patient_id);

-- What each piece of a recording became. Kept until the consultation is saved.
CREATE TABLE recording_pieces (
  recording_id UUID NOT NULL REFERENCES recordings (id) ON DELETE CASCADE,
  ordinal      INTEGER NOT NULL,
  begin_sample BIGINT NOT NULL,
  end_sample   BIGINT NOT NULL,
  has_speech   BOOLEAN NOT NULL,
  segments     BYTEA NOT NULL,
  marks        TEXT NOT NULL,
  PRIMARY KEY (recording_id, ordinal)
);

-- A recording that goes (discarded, or with its patient or consultation) takes its sound and its work with it. The
-- sealed file itself is removed by the next sweep of the file store.
-- begin
CREATE FUNCTION recordings_take_their_sound() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM storage_objects WHERE file_id = OLD.id;
  DELETE FROM storage_uploads WHERE id = OLD.id;
  DELETE FROM jobs WHERE kind = 'recording' AND key = OLD.id::text;
  RETURN NULL;
END;
$$;
-- end
CREATE TRIGGER recordings_take_their_sound AFTER DELETE ON recordings
  FOR EACH ROW EXECUTE FUNCTION recordings_take_their_sound();
