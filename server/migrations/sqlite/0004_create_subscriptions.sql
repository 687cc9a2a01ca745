-- Plans, months of use, and the ledger of minutes with the triggers that keep them true.
CREATE TABLE subscription_plans (
  id              TEXT NOT NULL PRIMARY KEY,
  name            TEXT NOT NULL UNIQUE,
  monthly_minutes INTEGER NOT NULL CHECK (monthly_minutes >= 0),
  price           REAL CHECK (price >= 0)
) STRICT;
INSERT INTO subscription_plans (id, name, monthly_minutes, price) VALUES
  ('a3f1c9de-5b0e-4c6c-9a53-6c2f0d1e7b01', 'free', 30, 0),
  ('a3f1c9de-5b0e-4c6c-9a53-6c2f0d1e7b02', 'basic', 600, 99),
  ('a3f1c9de-5b0e-4c6c-9a53-6c2f0d1e7b03', 'advanced', 1200, 199),
  ('a3f1c9de-5b0e-4c6c-9a53-6c2f0d1e7b04', 'enterprise', 1000000, NULL);

CREATE TABLE user_subscriptions (
  id                   TEXT NOT NULL PRIMARY KEY,
  user_id              TEXT NOT NULL REFERENCES users (id),
  plan_id              TEXT REFERENCES subscription_plans (id),
  tier                 TEXT NOT NULL CHECK (tier IN ('free', 'basic', 'advanced', 'enterprise')),
  monthly_minutes      INTEGER NOT NULL CHECK (monthly_minutes >= 0),
  minutes_used         INTEGER NOT NULL DEFAULT 0 CHECK (minutes_used >= 0),
  start_date           TEXT,
  end_date             TEXT,
  current_period_start TEXT,
  current_period_end   TEXT,
  is_active            INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  price                REAL CHECK (price >= 0),
  created_at           TEXT NOT NULL
) STRICT;
CREATE INDEX user_subscriptions_by_period ON user_subscriptions (user_id, current_period_end, id);

-- Every minute ever charged, append-only. The sum over a consultation is its high-water mark: it outlives the
-- consultation, so that deleting and saving it again charges nothing twice.
CREATE TABLE minutes_ledger (
  number          INTEGER PRIMARY KEY AUTOINCREMENT,
  consultation_id TEXT NOT NULL,
  user_id         TEXT NOT NULL REFERENCES users (id),
  minutes         INTEGER NOT NULL CHECK (minutes > 0),
  charged_at      TEXT NOT NULL
) STRICT;
CREATE INDEX minutes_ledger_by_consultation ON minutes_ledger (consultation_id, user_id, minutes);

-- A charge lands on the month that contains it; a month that is missing is opened on the owner's tier.
-- begin
CREATE TRIGGER minutes_ledger_charge AFTER INSERT ON minutes_ledger
BEGIN
  INSERT INTO user_subscriptions (id, user_id, plan_id, tier, monthly_minutes, minutes_used, start_date, end_date,
                                  current_period_start, current_period_end, is_active, price, created_at)
  SELECT lower(hex(randomblob(4))) || '-' || lower(hex(randomblob(2))) || '-4' || substr(lower(hex(randomblob(2))), 2)
           || '-' || substr('89ab', 1 + (abs(random()) % 4), 1) || substr(lower(hex(randomblob(2))), 2)
           || '-' || lower(hex(randomblob(6))),
         owner.id, plan.id, coalesce(plan.name, 'free'), coalesce(plan.monthly_minutes, 30), 0,
         NEW.charged_at, strftime('%Y-%m-%dT%H:%M:%f', NEW.charged_at, '+30 days') || '000+00:00',
         NEW.charged_at, strftime('%Y-%m-%dT%H:%M:%f', NEW.charged_at, '+30 days') || '000+00:00',
         1, iif(plan.id IS NULL, 0, plan.price), NEW.charged_at
  FROM users AS owner
  LEFT JOIN subscription_plans AS plan
    ON plan.name = coalesce((SELECT name FROM subscription_plans WHERE name = owner.subscription_tier), 'free')
  WHERE owner.id = NEW.user_id
    AND NOT EXISTS (SELECT 1 FROM user_subscriptions AS month
                    WHERE month.user_id = NEW.user_id AND month.current_period_start <= NEW.charged_at
                      AND month.current_period_end > NEW.charged_at);
  UPDATE user_subscriptions SET minutes_used = minutes_used + NEW.minutes
  WHERE id = (SELECT month.id FROM user_subscriptions AS month
              WHERE month.user_id = NEW.user_id AND month.current_period_start <= NEW.charged_at
                AND month.current_period_end > NEW.charged_at
              ORDER BY month.is_active DESC, month.current_period_end DESC, month.id LIMIT 1);
END;
-- end

-- What a consultation owes beyond what it was charged before. A row without user_id belongs to its patient's doctor.
-- begin
CREATE TRIGGER consultations_meter_insert AFTER INSERT ON consultations
WHEN NEW.duration_seconds > 0
BEGIN
  INSERT INTO minutes_ledger (consultation_id, user_id, minutes, charged_at)
  SELECT NEW.id, due.user_id, due.minutes - due.charged, strftime('%Y-%m-%dT%H:%M:%f', 'now') || '000+00:00'
  FROM (SELECT owner.user_id, (NEW.duration_seconds + 59) / 60 AS minutes,
               coalesce((SELECT sum(entry.minutes) FROM minutes_ledger AS entry
                         WHERE entry.consultation_id = NEW.id AND entry.user_id = owner.user_id), 0) AS charged
        FROM (SELECT coalesce(NEW.user_id, patient.user_id) AS user_id FROM patients AS patient
              WHERE patient.id = NEW.patient_id) AS owner) AS due
  WHERE due.minutes > due.charged;
END;
-- end

-- begin
CREATE TRIGGER consultations_meter_update AFTER UPDATE OF duration_seconds ON consultations
WHEN NEW.duration_seconds > 0
BEGIN
  INSERT INTO minutes_ledger (consultation_id, user_id, minutes, charged_at)
  SELECT NEW.id, due.user_id, due.minutes - due.charged, strftime('%Y-%m-%dT%H:%M:%f', 'now') || '000+00:00'
  FROM (SELECT owner.user_id, (NEW.duration_seconds + 59) / 60 AS minutes,
               coalesce((SELECT sum(entry.minutes) FROM minutes_ledger AS entry
                         WHERE entry.consultation_id = NEW.id AND entry.user_id = owner.user_id), 0) AS charged
        FROM (SELECT coalesce(NEW.user_id, patient.user_id) AS user_id FROM patients AS patient
              WHERE patient.id = NEW.patient_id) AS owner) AS due
  WHERE due.minutes > due.charged;
END;
-- end
