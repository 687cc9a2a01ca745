-- Changes of the published tables are announced to every node (platform/db/postgres_database.h). The row itself is not
-- in the message: it may be longer than a message may be (8000 bytes). A deletion carries what the row rules need.
-- begin
CREATE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  old_row jsonb;
BEGIN
  IF TG_OP = 'DELETE' THEN
    old_row := to_jsonb(OLD);
    PERFORM pg_notify('scriba_changes', jsonb_build_object(
      'table', TG_TABLE_NAME, 'kind', TG_OP,
      'old', jsonb_strip_nulls(jsonb_build_object(
        'id', old_row -> 'id', 'user_id', old_row -> 'user_id', 'patient_id', old_row -> 'patient_id')))::text);
    RETURN OLD;
  END IF;
  PERFORM pg_notify('scriba_changes', jsonb_build_object('table', TG_TABLE_NAME, 'kind', TG_OP, 'id', NEW.id)::text);
  RETURN NEW;
END
$$;
-- end
CREATE TRIGGER users_announce AFTER INSERT OR UPDATE OR DELETE ON users FOR EACH ROW EXECUTE FUNCTION announce_change();
CREATE TRIGGER patients_announce AFTER INSERT OR UPDATE OR DELETE ON patients FOR EACH ROW EXECUTE FUNCTION announce_change();
CREATE TRIGGER consultations_announce AFTER INSERT OR UPDATE OR DELETE ON consultations FOR EACH ROW EXECUTE FUNCTION announce_change();
CREATE TRIGGER user_subscriptions_announce AFTER INSERT OR UPDATE OR DELETE ON user_subscriptions FOR EACH ROW EXECUTE FUNCTION announce_change();
CREATE TRIGGER recordings_announce AFTER INSERT OR UPDATE OR DELETE ON recordings FOR EACH ROW EXECUTE FUNCTION announce_change();
