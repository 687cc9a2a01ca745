-- Sound and the consultation that names it end together, whoever takes which away: a file that its doctor removes is
-- named no more, and a consultation that goes takes its sound along, also one that no recording brought. Only the
-- owner's own: an address is text that a doctor may write, another doctor's file included.
CREATE INDEX consultations_by_audio ON consultations (audio_url) WHERE audio_url IS NOT NULL;

-- begin
CREATE FUNCTION leave_consultation_of_object() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  UPDATE recordings SET audio_deleted_at = clock_timestamp(), updated_at = clock_timestamp()
  WHERE consultation_id IN (SELECT visit.id FROM consultations AS visit
                            JOIN patients AS patient ON patient.id = visit.patient_id
                            WHERE visit.audio_url = 'consultation-audio/' || OLD.name
                              AND coalesce(visit.user_id, patient.user_id) = OLD.owner_id);
  UPDATE consultations AS visit SET audio_url = NULL
  FROM patients AS patient
  WHERE visit.audio_url = 'consultation-audio/' || OLD.name AND patient.id = visit.patient_id
    AND coalesce(visit.user_id, patient.user_id) = OLD.owner_id;
  RETURN NULL;
END;
$$;
-- end
CREATE TRIGGER storage_objects_leave_their_consultation AFTER DELETE ON storage_objects FOR EACH ROW
  WHEN (OLD.bucket = 'consultation-audio') EXECUTE FUNCTION leave_consultation_of_object();

-- The sealed file itself is removed by the next sweep of the file store.
-- begin
CREATE FUNCTION take_sound_of_consultation() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM storage_objects AS sound
  WHERE sound.bucket = 'consultation-audio' AND sound.name = substr(OLD.audio_url, length('consultation-audio/') + 1)
    AND sound.owner_id = coalesce(OLD.user_id, (SELECT patient.user_id FROM patients AS patient
                                                WHERE patient.id = OLD.patient_id))
    AND NOT EXISTS (SELECT 1 FROM consultations AS other JOIN patients AS patient ON patient.id = other.patient_id
                    WHERE other.audio_url = OLD.audio_url
                      AND coalesce(other.user_id, patient.user_id) = sound.owner_id);
  RETURN NULL;
END;
$$;
-- end
CREATE TRIGGER consultations_take_their_sound AFTER DELETE ON consultations FOR EACH ROW
  WHEN (OLD.audio_url LIKE 'consultation-audio/%') EXECUTE FUNCTION take_sound_of_consultation();
