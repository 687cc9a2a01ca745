-- When a doctor has read a report and answers for it. What is changed afterwards has to be read again.
ALTER TABLE consultations ADD COLUMN reviewed_at TEXT;
ALTER TABLE consultations ADD COLUMN reviewed_by TEXT REFERENCES users (id);

-- begin
CREATE TRIGGER consultations_reopen_review
AFTER UPDATE OF motivo_visita, storia_medica, storia_ponderale, abitudini_alimentari, attivita_fisica, fattori_psi,
                esami_parametri, punti_critici, note_specialista ON consultations
WHEN NEW.reviewed_at IS NOT NULL AND NEW.reviewed_at IS OLD.reviewed_at
     AND (OLD.motivo_visita, OLD.storia_medica, OLD.storia_ponderale, OLD.abitudini_alimentari, OLD.attivita_fisica,
          OLD.fattori_psi, OLD.esami_parametri, OLD.punti_critici, OLD.note_specialista)
         IS NOT (NEW.motivo_visita, NEW.storia_medica, NEW.storia_ponderale, NEW.abitudini_alimentari,
                 NEW.attivita_fisica, NEW.fattori_psi, NEW.esami_parametri, NEW.punti_critici, NEW.note_specialista)
BEGIN
  UPDATE consultations SET reviewed_at = NULL, reviewed_by = NULL WHERE id = NEW.id;
END;
-- end
