-- Patients and their consultations. BYTEA columns are sealed with the owner's data key (platform/crypto/sealing.h).
-- Letters alone decide, case and accents do not: the first key of every text order (the second is the code point).
CREATE COLLATION italian (provider = icu, locale = 'und-u-ks-level1', deterministic = false);

CREATE TABLE patients (
  id         UUID NOT NULL PRIMARY KEY,
  user_id    UUID NOT NULL REFERENCES users (id),
  first_name TEXT NOT NULL,
  last_name  TEXT NOT NULL,
  birth_date DATE NOT NULL,
  gender     TEXT NOT NULL CHECK (gender IN ('male', 'female', 'other', 'prefer_not_to_say')),
  email      TEXT,
  phone      TEXT,
  notes      BYTEA,
  weight     DOUBLE PRECISION CHECK (weight BETWEEN 0 AND 500),
  height     DOUBLE PRECISION CHECK (height BETWEEN 0 AND 300),
  created_at TIMESTAMPTZ NOT NULL
);
-- A doctor's list by name, and the newest patients: both in the order of the answer, whatever the installation holds.
CREATE INDEX patients_by_name ON patients (user_id, last_name COLLATE italian, last_name COLLATE "C", id);
CREATE INDEX patients_by_age ON patients (user_id, created_at, id);

CREATE TABLE consultations (
  id                   UUID NOT NULL PRIMARY KEY,
  patient_id           UUID NOT NULL REFERENCES patients (id),
  user_id              UUID REFERENCES users (id),
  created_at           TIMESTAMPTZ NOT NULL,
  audio_url            TEXT,
  transcription        BYTEA,
  medical_report       BYTEA,
  gdpr_consent         BOOLEAN NOT NULL DEFAULT FALSE,
  visita               TEXT NOT NULL DEFAULT 'prima_visita' CHECK (visita IN ('prima_visita', 'visita_controllo')),
  duration_seconds     INTEGER CHECK (duration_seconds >= 0),
  motivo_visita        BYTEA,
  storia_medica        BYTEA,
  storia_ponderale     BYTEA,
  abitudini_alimentari BYTEA,
  attivita_fisica      BYTEA,
  fattori_psi          BYTEA,
  esami_parametri      BYTEA,
  punti_critici        BYTEA,
  note_specialista     BYTEA,
  evidence             BYTEA
);
CREATE INDEX consultations_by_owner ON consultations (user_id, created_at, id);
CREATE INDEX consultations_by_patient ON consultations (patient_id, created_at, id);
