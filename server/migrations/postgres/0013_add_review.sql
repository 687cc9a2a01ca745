-- When a doctor has read a report and answers for it. What is changed afterwards has to be read again.
ALTER TABLE consultations ADD COLUMN reviewed_at TIMESTAMPTZ;
ALTER TABLE consultations ADD COLUMN reviewed_by UUID REFERENCES users (id);

-- begin
CREATE FUNCTION reopen_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.reviewed_at := NULL;
  NEW.reviewed_by := NULL;
  RETURN NEW;
END
$$;
-- end
CREATE TRIGGER consultations_reopen_review
  BEFORE UPDATE OF motivo_visita, storia_medica, storia_ponderale, abitudini_alimentari, attivita_fisica, fattori_psi,
                   esami_parametri, punti_critici, note_specialista ON consultations FOR EACH ROW
  WHEN (NEW.reviewed_at IS NOT NULL AND NEW.reviewed_at IS NOT DISTINCT FROM OLD.reviewed_at AND
        (OLD.motivo_visita, OLD.storia_medica, OLD.storia_ponderale, OLD.abitudini_alimentari, OLD.attivita_fisica,
         OLD.fattori_psi, OLD.esami_parametri, OLD.punti_critici, OLD.note_specialista)
        IS DISTINCT FROM
        (NEW.motivo_visita, NEW.storia_medica, NEW.storia_ponderale, NEW.abitudini_alimentari, NEW.attivita_fisica,
         NEW.fattori_psi, NEW.esami_parametri, NEW.punti_critici, NEW.note_specialista))
  EXECUTE FUNCTION reopen_review();
