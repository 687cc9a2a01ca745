-- Every text that a report ever had: the first draft and each saved change, whoever wrote it. The values are copied as
-- they are sealed, so they open at the place of the consultation's own columns. They go with their consultation.
CREATE TABLE report_versions (
  id                   UUID NOT NULL PRIMARY KEY,
  consultation_id      UUID NOT NULL REFERENCES consultations (id) ON DELETE CASCADE,
  number               INTEGER NOT NULL CHECK (number > 0),
  created_at           TIMESTAMPTZ NOT NULL,
  motivo_visita        BYTEA,
  storia_medica        BYTEA,
  storia_ponderale     BYTEA,
  abitudini_alimentari BYTEA,
  attivita_fisica      BYTEA,
  fattori_psi          BYTEA,
  esami_parametri      BYTEA,
  punti_critici        BYTEA,
  note_specialista     BYTEA,
  UNIQUE (consultation_id, number)
);

-- begin
CREATE FUNCTION keep_report_version_unchanged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a version of a report is never changed';
END
$$;
-- end
CREATE TRIGGER report_versions_stay BEFORE UPDATE ON report_versions
  FOR EACH ROW EXECUTE FUNCTION keep_report_version_unchanged();

-- begin
CREATE FUNCTION keep_report_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_versions (id, consultation_id, number, created_at, motivo_visita, storia_medica, storia_ponderale,
                               abitudini_alimentari, attivita_fisica, fattori_psi, esami_parametri, punti_critici,
                               note_specialista)
  SELECT gen_random_uuid(), NEW.id, 1 + coalesce(max(earlier.number), 0), clock_timestamp(), NEW.motivo_visita,
         NEW.storia_medica, NEW.storia_ponderale, NEW.abitudini_alimentari, NEW.attivita_fisica, NEW.fattori_psi,
         NEW.esami_parametri, NEW.punti_critici, NEW.note_specialista
  FROM report_versions AS earlier WHERE earlier.consultation_id = NEW.id;
  RETURN NULL;
END
$$;
-- end
CREATE TRIGGER consultations_keep_first_version AFTER INSERT ON consultations FOR EACH ROW
  WHEN (coalesce(NEW.motivo_visita, NEW.storia_medica, NEW.storia_ponderale, NEW.abitudini_alimentari,
                 NEW.attivita_fisica, NEW.fattori_psi, NEW.esami_parametri, NEW.punti_critici, NEW.note_specialista)
        IS NOT NULL)
  EXECUTE FUNCTION keep_report_version();
CREATE TRIGGER consultations_keep_version
  AFTER UPDATE OF motivo_visita, storia_medica, storia_ponderale, abitudini_alimentari, attivita_fisica, fattori_psi,
                  esami_parametri, punti_critici, note_specialista ON consultations FOR EACH ROW
  WHEN ((OLD.motivo_visita, OLD.storia_medica, OLD.storia_ponderale, OLD.abitudini_alimentari, OLD.attivita_fisica,
         OLD.fattori_psi, OLD.esami_parametri, OLD.punti_critici, OLD.note_specialista)
        IS DISTINCT FROM
        (NEW.motivo_visita, NEW.storia_medica, NEW.storia_ponderale, NEW.abitudini_alimentari, NEW.attivita_fisica,
         NEW.fattori_psi, NEW.esami_parametri, NEW.punti_critici, NEW.note_specialista))
  EXECUTE FUNCTION keep_report_version();

-- What was written before there were versions is the first of each report.
INSERT INTO report_versions (id, consultation_id, number, created_at, motivo_visita, storia_medica, storia_ponderale,
                             abitudini_alimentari, attivita_fisica, fattori_psi, esami_parametri, punti_critici,
                             note_specialista)
SELECT gen_random_uuid(), id, 1, created_at, motivo_visita, storia_medica, storia_ponderale, abitudini_alimentari,
       attivita_fisica, fattori_psi, esami_parametri, punti_critici, note_specialista
FROM consultations
WHERE coalesce(motivo_visita, storia_medica, storia_ponderale, abitudini_alimentari, attivita_fisica, fattori_psi,
               esami_parametri, punti_critici, note_specialista) IS NOT NULL;
