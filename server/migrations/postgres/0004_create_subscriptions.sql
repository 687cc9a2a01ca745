-- Plans, months of use, and the ledger of minutes with the triggers that keep them true.
CREATE TABLE subscription_plans (
  id              UUID NOT NULL PRIMARY KEY,
  name            TEXT NOT NULL UNIQUE,
  monthly_minutes INTEGER NOT NULL CHECK (monthly_minutes >= 0),
  price           DOUBLE PRECISION CHECK (price >= 0)
);
INSERT INTO subscription_plans (id, name, monthly_minutes, price) VALUES
  ('a3f1c9de-5b0e-4c6c-9a53-6c2f0d1e7b01', 'free', 30, 0),
  ('a3f1c9de-5b0e-4c6c-9a53-6c2f0d1e7b02', 'basic', 600, 99),
  ('a3f1c9de-5b0e-4c6c-9a53-6c2f0d1e7b03', 'advanced', 1200, 199),
  ('a3f1c9de-5b0e-4c6c-9a53-6c2f0d1e7b04', 'enterprise', 1000000, NULL);

CREATE TABLE user_subscriptions (
  id                   UUID NOT NULL PRIMARY KEY,
  user_id              UUID NOT NULL REFERENCES users (id),
  plan_id              UUID REFERENCES subscription_plans (id),
  tier                 TEXT NOT NULL CHECK (tier IN ('free', 'basic', 'advanced', 'enterprise')),
  monthly_minutes      INTEGER NOT NULL CHECK (monthly_minutes >= 0),
  minutes_used         INTEGER NOT NULL DEFAULT 0 CHECK (minutes_used >= 0),
  start_date           TIMESTAMPTZ,
  end_date             TIMESTAMPTZ,
  current_period_start TIMESTAMPTZ,
  current_period_end   TIMESTAMPTZ,
  is_active            BOOLEAN NOT NULL DEFAULT TRUE,
  price                DOUBLE PRECISION CHECK (price >= 0),
  created_at           TIMESTAMPTZ NOT NULL
);
CREATE INDEX user_subscriptions_by_period ON user_subscriptions (user_id, current_period_end, id);

-- Every minute ever charged, append-only. The sum over a consultation is its high-water mark: it outlives the
-- consultation, so that deleting and saving it again charges nothing twice.
CREATE TABLE minutes_ledger (
  number          BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  consultation_id UUID NOT NULL,
  user_id         UUID NOT NULL REFERENCES users (id),
  minutes         INTEGER NOT NULL CHECK (minutes > 0),
  charged_at      TIMESTAMPTZ NOT NULL
);
CREATE INDEX minutes_ledger_by_consultation ON minutes_ledger (consultation_id, user_id, minutes);

-- A charge lands on the month that contains it; a month that is missing is opened on the owner's tier.
-- begin
CREATE OR REPLACE FUNCTION charge_minutes() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_subscriptions (id, user_id, plan_id, tier, monthly_minutes, minutes_used, start_date, end_date,
                                  current_period_start, current_period_end, is_active, price, created_at)
  SELECT gen_random_uuid(), owner.id, plan.id, coalesce(plan.name, 'free'), coalesce(plan.monthly_minutes, 30), 0,
         NEW.charged_at, NEW.charged_at + INTERVAL '720 hours', NEW.charged_at, NEW.charged_at + INTERVAL '720 hours',
         TRUE, CASE WHEN plan.id IS NULL THEN 0 ELSE plan.price END, NEW.charged_at
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
  RETURN NULL;
END;
$$;
-- end
CREATE TRIGGER minutes_ledger_charge AFTER INSERT ON minutes_ledger
  FOR EACH ROW EXECUTE FUNCTION charge_minutes();

-- What a consultation owes beyond what it was charged before. A row without user_id belongs to its patient's doctor.
-- The lock on the owner's row lets two savings at once open one month and count each minute once.
-- begin
CREATE OR REPLACE FUNCTION meter_consultation() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  owner   UUID;
  due     INTEGER := ceil(NEW.duration_seconds / 60.0);
  charged BIGINT;
BEGIN
  SELECT coalesce(NEW.user_id, patient.user_id) INTO owner FROM patients AS patient WHERE patient.id = NEW.patient_id;
  PERFORM 1 FROM users WHERE id = owner FOR NO KEY UPDATE;
  SELECT coalesce(sum(entry.minutes), 0) INTO charged FROM minutes_ledger AS entry
  WHERE entry.consultation_id = NEW.id AND entry.user_id = owner;
  IF due > charged THEN
    INSERT INTO minutes_ledger (consultation_id, user_id, minutes, charged_at)
    VALUES (NEW.id, owner, due - charged, clock_timestamp());
  END IF;
  RETURN NULL;
END;
$$;
-- end
CREATE TRIGGER consultations_meter_insert AFTER INSERT ON consultations
  FOR EACH ROW WHEN (NEW.duration_seconds > 0) EXECUTE FUNCTION meter_consultation();
CREATE TRIGGER consultations_meter_update AFTER UPDATE OF duration_seconds ON consultations
  FOR EACH ROW WHEN (NEW.duration_seconds > 0) EXECUTE FUNCTION meter_consultation();
