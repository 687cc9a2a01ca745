-- Sealed files whose object or upload was removed on purpose, until the sweep has removed the file (storage/). A file
-- that nobody names and that does not stand here was not removed by anybody: the database may be another or an older
-- one, so such a file is set aside and kept for a while.
CREATE TABLE removed_files (
  file_id UUID PRIMARY KEY
);
-- begin
CREATE FUNCTION storage_objects_note_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO removed_files (file_id) VALUES (OLD.file_id) ON CONFLICT (file_id) DO NOTHING;
  RETURN NULL;
END;
$$;
-- end
CREATE TRIGGER storage_objects_note_removal AFTER DELETE ON storage_objects
  FOR EACH ROW EXECUTE FUNCTION storage_objects_note_removal();
CREATE TRIGGER storage_objects_note_replacement AFTER UPDATE OF file_id ON storage_objects
  FOR EACH ROW WHEN (OLD.file_id <> NEW.file_id) EXECUTE FUNCTION storage_objects_note_removal();
-- begin
CREATE FUNCTION storage_uploads_note_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO removed_files (file_id) VALUES (OLD.id) ON CONFLICT (file_id) DO NOTHING;
  RETURN NULL;
END;
$$;
-- end
CREATE TRIGGER storage_uploads_note_removal AFTER DELETE ON storage_uploads
  FOR EACH ROW WHEN (NOT OLD.is_complete) EXECUTE FUNCTION storage_uploads_note_removal();
