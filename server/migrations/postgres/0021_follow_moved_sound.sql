-- A recording's sound that was moved before consultations followed it is still its recording's: the id of the sealed
-- file is the recording's own. A consultation whose address names nothing gets the address of that sound.
UPDATE consultations
SET audio_url = (SELECT 'consultation-audio/' || sound.name
                 FROM recordings AS recording JOIN storage_objects AS sound ON sound.file_id = recording.id
                 WHERE recording.consultation_id = consultations.id AND sound.bucket = 'consultation-audio'
                   AND sound.owner_id = recording.user_id)
WHERE audio_url LIKE 'consultation-audio/%'
  AND NOT EXISTS (SELECT 1 FROM storage_objects AS named
                  WHERE named.bucket = 'consultation-audio'
                    AND named.name = substr(audio_url, length('consultation-audio/') + 1))
  AND EXISTS (SELECT 1
              FROM recordings AS recording JOIN storage_objects AS sound ON sound.file_id = recording.id
              WHERE recording.consultation_id = consultations.id AND sound.bucket = 'consultation-audio'
                AND sound.owner_id = recording.user_id);
