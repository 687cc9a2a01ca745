-- Every text that a report ever had: the first draft and each saved change, whoever wrote it. The values are copied as
-- they are sealed, so they open at the place of the consultation's own columns. They go with their consultation.
CREATE TABLE report_versions (
  id                   TEXT NOT NULL PRIMARY KEY,
  consultation_id      TEXT NOT NULL REFERENCES consultations (id) ON DELETE CASCADE,
  number               INTEGER NOT NULL CHECK (number > 0),
  created_at           TEXT NOT NULL,
  motivo_visita        BLOB,
  storia_medica        BLOB,
  storia_ponderale     BLOB,
  abitudini_alimentari BLOB,
  attivita_fisica      BLOB,
  fattori_psi          BLOB,
  esami_parametri      BLOB,
  punti_critici        BLOB,
  note_specialista     BLOB,
  UNIQUE (consultation_id, number)
) STRICT;

-- begin
CREATE TRIGGER report_versions_stay BEFORE UPDATE ON report_versions
BEGIN
  SELECT raise(ABORT, 'a version of a report is never changed');
END;
-- end

-- begin
CREATE TRIGGER consultations_keep_first_version AFTER INSERT ON consultations
WHEN coalesce(NEW.motivo_visita, NEW.storia_medica, NEW.storia_ponderale, NEW.abitudini_alimentari,
              NEW.attivita_fisica, NEW.fattori_psi, NEW.esami_parametri, NEW.punti_critici, NEW.note_specialista)
     IS NOT NULL
BEGIN
  INSERT INTO report_versions (id, consultation_id, number, created_at, motivo_visita, storia_medica, storia_ponderale,
                               abitudini_alimentari, attivita_fisica, fattori_psi, esami_parametri, punti_critici,
                               note_specialista)
  VALUES (lower(hex(randomblob(4))) || '-' || lower(hex(randomblob(2))) || '-4' || substr(lower(hex(randomblob(2))), 2)
            || '-' || substr('89ab', 1 + (abs(random()) % 4), 1) || substr(lower(hex(randomblob(2))), 2)
            || '-' || lower(hex(randomblob(6))),
          NEW.id, 1, strftime('%Y-%m-%dT%H:%M:%f', 'now') || '000+00:00', NEW.motivo_visita, NEW.storia_medica,
          NEW.storia_ponderale, NEW.abitudini_alimentari, NEW.attivita_fisica, NEW.fattori_psi, NEW.esami_parametri,
          NEW.punti_critici, NEW.note_specialista);
END;
-- end

-- begin
CREATE TRIGGER consultations_keep_version
AFTER UPDATE OF motivo_visita, storia_medica, storia_ponderale, abitudini_alimentari, attivita_fisica, fattori_psi,
                esami_parametri, punti_critici, note_specialista ON consultations
WHEN (OLD.motivo_visita, OLD.storia_medica, OLD.storia_ponderale, OLD.abitudini_alimentari, OLD.attivita_fisica,
      OLD.fattori_psi, OLD.esami_parametri, OLD.punti_critici, OLD.note_specialista)
     IS NOT (NEW.motivo_visita, NEW.storia_medica, NEW.storia_ponderale, NEW.abitudini_alimentari,
             NEW.attivita_fisica, NEW.fattori_psi, NEW.esami_parametri, NEW.punti_critici, NEW.note_specialista)
BEGIN
  INSERT INTO report_versions (id, consultation_id, number, created_at, motivo_visita, storia_medica, storia_ponderale,
                               abitudini_alimentari, attivita_fisica, fattori_psi, esami_parametri, punti_critici,
                               note_specialista)
  SELECT lower(hex(randomblob(4))) || '-' || lower(hex(randomblob(2))) || '-4' || substr(lower(hex(randomblob(2))), 2)
           || '-' || substr('89ab', 1 + (abs(random()) % 4), 1) || substr(lower(hex(randomblob(2))), 2)
           || '-' || lower(hex(randomblob(6))),
         NEW.id, 1 + coalesce(max(earlier.number), 0), strftime('%Y-%m-%dT%H:%M:%f', 'now') || '000+00:00',
         NEW.motivo_visita, NEW.storia_medica, NEW.storia_ponderale, NEW.abitudini_alimentari, NEW.attivita_fisica,
         NEW.fattori_psi, NEW.esami_parametri, NEW.punti_critici, NEW.note_specialista
  FROM report_versions AS earlier WHERE earlier.consultation_id = NEW.id;
END;
-- end

-- What was written before there were versions is the first of each report.
INSERT INTO report_versions (id, consultation_id, number, created_at, motivo_visita, storia_medica, storia_ponderale,
                             abitudini_alimentari, attivita_fisica, fattori_psi, esami_parametri, punti_critici,
                             note_specialista)
SELECT lower(hex(randomblob(4))) || '-' || lower(hex(randomblob(2))) || '-4' || substr(lower(hex(randomblob(2))), 2)
         || '-' || substr('89ab', 1 + (abs(random()) % 4), 1) || substr(lower(hex(randomblob(2))), 2)
         || '-' || lower(hex(randomblob(6))),
       id, 1, created_at, motivo_visita, storia_medica, storia_ponderale, abitudini_alimentari, attivita_fisica,
       fattori_psi, esami_parametri, punti_critici, note_specialista
FROM consultations
WHERE coalesce(motivo_visita, storia_medica, storia_ponderale, abitudini_alimentari, attivita_fisica, fattori_psi,
               esami_parametri, punti_critici, note_specialista) IS NOT NULL;
