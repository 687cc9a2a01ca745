-- The operator may have sound deleted after a while (consultations/audio_retention.h): the recording says when, and the
-- audit log says of which consultation.
ALTER TABLE recordings ADD COLUMN audio_deleted_at TEXT;
ALTER TABLE audit_log ADD COLUMN subject TEXT;
CREATE INDEX audit_log_by_time ON audit_log (created_at);
CREATE INDEX consultations_with_audio ON consultations (created_at) WHERE audio_url IS NOT NULL;
