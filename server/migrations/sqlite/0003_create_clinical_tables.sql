-- Patients and their consultations. BLOB columns are sealed with the owner's data key (platform/crypto/sealing.h).
CREATE TABLE patients (
  id         TEXT NOT NULL PRIMARY KEY,
  user_id    TEXT NOT NULL REFERENCES users (id),
  first_name TEXT NOT NULL,
  last_name  TEXT NOT NULL,
  birth_date TEXT NOT NULL,
  gender     TEXT NOT NULL CHECK (gender IN ('male', 'female', 'other', 'prefer_not_to_say')),
  email      TEXT,
  phone      TEXT,
  notes      BLOB,
  weight     REAL CHECK (weight BETWEEN 0 AND 500),
  height     REAL CHECK (height BETWEEN 0 AND 300),
  created_at TEXT NOT NULL
) STRICT;
-- A doctor's list by name, and the newest patients: both in the order of the answer, whatever the installation holds.
CREATE INDEX patients_by_name ON patients (user_id, last_name COLLATE italian, id);
CREATE INDEX patients_by_age ON patients (user_id, created_at, id);

CREATE TABLE consultations (
  id                   TEXT NOT NULL PRIMARY KEY,
  patient_id           TEXT NOT NULL REFERENCES patients (id),
  user_id              TEXT REFERENCES users (id),
  created_at           TEXT NOT NULL,
  audio_url            TEXT,
  transcription        BLOB,
  medical_report       BLOB,
  gdpr_consent         INTEGER NOT NULL DEFAULT 0 CHECK (gdpr_consent IN (0, 1)),
  visita               TEXT NOT NULL DEFAULT 'prima_visita' CHECK (visita IN ('prima_visita', 'visita_controllo')),
  duration_seconds     INTEGER CHECK (duration_seconds >= 0),
  motivo_visita        BLOB,
  storia_medica        BLOB,
  storia_ponderale     BLOB,
  abitudini_alimentari BLOB,
  attivita_fisica      BLOB,
  fattori_psi          BLOB,
  esami_parametri      BLOB,
  punti_critici        BLOB,
  note_specialista     BLOB,
  evidence             BLOB
) STRICT;
CREATE INDEX consultations_by_owner ON consultations (user_id, created_at, id);
CREATE INDEX consultations_by_patient ON consultations (patient_id, created_at, id);
