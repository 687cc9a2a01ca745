-- Messages of the administrators: one announcement, and a notice for each person whom it reached, as mails are. The
-- counts on the announcement are kept by triggers, so that a list of hundreds costs one look.
CREATE TABLE announcements (
  id         TEXT NOT NULL PRIMARY KEY,
  sender_id  TEXT REFERENCES users (id) ON DELETE SET NULL,
  subject    TEXT NOT NULL,
  body       TEXT NOT NULL,
  audience   TEXT NOT NULL CHECK (audience IN ('everybody', 'plans', 'selection')),
  tiers      TEXT NOT NULL DEFAULT '',
  sends_mail INTEGER NOT NULL CHECK (sends_mail IN (0, 1)),
  recipients INTEGER NOT NULL DEFAULT 0,
  mails      INTEGER NOT NULL DEFAULT 0,
  reads      INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX announcements_by_time ON announcements (created_at, id);

CREATE TABLE notices (
  id              TEXT NOT NULL PRIMARY KEY,
  announcement_id TEXT NOT NULL REFERENCES announcements (id) ON DELETE CASCADE,
  user_id         TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  subject         TEXT NOT NULL,
  body            TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  read_at         TEXT,
  awaits_mail     INTEGER NOT NULL CHECK (awaits_mail IN (0, 1)),
  UNIQUE (announcement_id, user_id)
) STRICT;
CREATE INDEX notices_by_owner ON notices (user_id, created_at, id);
CREATE INDEX notices_awaiting_mail ON notices (announcement_id, id) WHERE awaits_mail;

-- begin
CREATE TRIGGER notices_count_recipients AFTER INSERT ON notices
BEGIN
  UPDATE announcements SET recipients = recipients + 1 WHERE id = NEW.announcement_id;
END;
-- end
-- begin
CREATE TRIGGER notices_count_reads AFTER UPDATE OF read_at ON notices
WHEN (OLD.read_at IS NULL) <> (NEW.read_at IS NULL)
BEGIN
  UPDATE announcements SET reads = reads + (NEW.read_at IS NOT NULL) - (OLD.read_at IS NOT NULL)
  WHERE id = NEW.announcement_id;
END;
-- end
-- begin
CREATE TRIGGER notices_count_mails AFTER UPDATE OF awaits_mail ON notices
WHEN OLD.awaits_mail = 1 AND NEW.awaits_mail = 0
BEGIN
  UPDATE announcements SET mails = mails + 1 WHERE id = NEW.announcement_id;
END;
-- end

-- Who made the change, where it was not the account itself, and to what.
ALTER TABLE audit_log ADD COLUMN actor_id TEXT;
ALTER TABLE audit_log ADD COLUMN detail TEXT NOT NULL DEFAULT '';

-- Somebody must always be able to give the roles. An installation that never had a superadmin needs none.
-- begin
CREATE TRIGGER users_keep_last_superadmin BEFORE UPDATE OF role ON users
WHEN OLD.role = 'superadmin' AND NEW.role <> 'superadmin'
  AND NOT EXISTS (SELECT 1 FROM users AS other WHERE other.role = 'superadmin' AND other.id <> OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'the last superadmin keeps the role');
END;
-- end
-- begin
CREATE TRIGGER users_keep_last_superadmin_row BEFORE DELETE ON users
WHEN OLD.role = 'superadmin'
  AND NOT EXISTS (SELECT 1 FROM users AS other WHERE other.role = 'superadmin' AND other.id <> OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'the last superadmin cannot be deleted');
END;
-- end

CREATE INDEX minutes_ledger_by_time ON minutes_ledger (charged_at);
CREATE INDEX consultations_by_time ON consultations (created_at);
