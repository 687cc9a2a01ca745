-- Messages of the administrators: one announcement, and a notice for each person whom it reached, as mails are. The
-- counts on the announcement are kept by triggers, so that a list of hundreds costs one look.
CREATE TABLE announcements (
  id         UUID NOT NULL PRIMARY KEY,
  sender_id  UUID REFERENCES users (id) ON DELETE SET NULL,
  subject    TEXT NOT NULL,
  body       TEXT NOT NULL,
  audience   TEXT NOT NULL CHECK (audience IN ('everybody', 'plans', 'selection')),
  tiers      TEXT NOT NULL DEFAULT '',
  sends_mail BOOLEAN NOT NULL,
  recipients INTEGER NOT NULL DEFAULT 0,
  mails      INTEGER NOT NULL DEFAULT 0,
  reads      INTEGER NOT NULL DEFAULT 0,
  created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX announcements_by_time ON announcements (created_at, id);

CREATE TABLE notices (
  id              UUID NOT NULL PRIMARY KEY,
  announcement_id UUID NOT NULL REFERENCES announcements (id) ON DELETE CASCADE,
  user_id         UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  subject         TEXT NOT NULL,
  body            TEXT NOT NULL,
  created_at      TIMESTAMPTZ NOT NULL,
  read_at         TIMESTAMPTZ,
  awaits_mail     BOOLEAN NOT NULL,
  UNIQUE (announcement_id, user_id)
);
CREATE INDEX notices_by_owner ON notices (user_id, created_at, id);
CREATE INDEX notices_awaiting_mail ON notices (announcement_id, id) WHERE awaits_mail;

-- A sending makes thousands of notices at once: they are counted by the statement, not one by one.
-- begin
CREATE FUNCTION count_recipients() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  UPDATE announcements SET recipients = recipients + added.notices
  FROM (SELECT announcement_id, count(*) AS notices FROM made GROUP BY announcement_id) AS added
  WHERE announcements.id = added.announcement_id;
  RETURN NULL;
END;
$$;
-- end
CREATE TRIGGER notices_count_recipients AFTER INSERT ON notices
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION count_recipients();

-- begin
CREATE FUNCTION count_notice_changes() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  UPDATE announcements
  SET reads = reads + (NEW.read_at IS NOT NULL)::int - (OLD.read_at IS NOT NULL)::int,
      mails = mails + (OLD.awaits_mail AND NOT NEW.awaits_mail)::int
  WHERE id = NEW.announcement_id;
  RETURN NULL;
END;
$$;
-- end
CREATE TRIGGER notices_count_changes AFTER UPDATE ON notices FOR EACH ROW
  WHEN ((OLD.read_at IS NULL) <> (NEW.read_at IS NULL) OR OLD.awaits_mail <> NEW.awaits_mail)
  EXECUTE FUNCTION count_notice_changes();

CREATE TRIGGER announcements_announce AFTER INSERT OR UPDATE OR DELETE ON announcements FOR EACH ROW EXECUTE FUNCTION announce_change();
CREATE TRIGGER notices_announce AFTER INSERT OR UPDATE OR DELETE ON notices FOR EACH ROW EXECUTE FUNCTION announce_change();

-- Who made the change, where it was not the account itself, and to what.
ALTER TABLE audit_log ADD COLUMN actor_id UUID;
ALTER TABLE audit_log ADD COLUMN detail TEXT NOT NULL DEFAULT '';

-- Somebody must always be able to give the roles. An installation that never had a superadmin needs none. The lock
-- lets two superadmins who demote each other at once leave one.
-- begin
CREATE FUNCTION keep_last_superadmin() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('scriba.last_superadmin'));
  IF NOT EXISTS (SELECT 1 FROM users AS other WHERE other.role = 'superadmin' AND other.id <> OLD.id) THEN
    RAISE EXCEPTION 'the last superadmin keeps the role';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END;
$$;
-- end
CREATE TRIGGER users_keep_last_superadmin BEFORE UPDATE OF role ON users FOR EACH ROW
  WHEN (OLD.role = 'superadmin' AND NEW.role <> 'superadmin') EXECUTE FUNCTION keep_last_superadmin();
CREATE TRIGGER users_keep_last_superadmin_row BEFORE DELETE ON users FOR EACH ROW
  WHEN (OLD.role = 'superadmin') EXECUTE FUNCTION keep_last_superadmin();

CREATE INDEX minutes_ledger_by_time ON minutes_ledger (charged_at);
CREATE INDEX consultations_by_time ON consultations (created_at);
