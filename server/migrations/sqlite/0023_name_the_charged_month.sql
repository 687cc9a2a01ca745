-- Each charge names the month that it was put on. What an administrator writes on a month is their word and stands; a
-- charge that names none never reached the doctor's minutes, and the repair puts it there.
ALTER TABLE minutes_ledger ADD COLUMN month_id TEXT;
UPDATE minutes_ledger SET month_id =
  (SELECT month.id FROM user_subscriptions AS month
   WHERE month.user_id = minutes_ledger.user_id AND month.current_period_start <= minutes_ledger.charged_at
     AND month.current_period_end > minutes_ledger.charged_at
   ORDER BY month.is_active DESC, month.current_period_end DESC, month.id LIMIT 1);
CREATE INDEX minutes_ledger_on_no_month ON minutes_ledger (user_id) WHERE month_id IS NULL;

DROP TRIGGER minutes_ledger_charge;
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
  UPDATE minutes_ledger SET month_id =
    (SELECT month.id FROM user_subscriptions AS month
     WHERE month.user_id = NEW.user_id AND month.current_period_start <= NEW.charged_at
       AND month.current_period_end > NEW.charged_at
     ORDER BY month.is_active DESC, month.current_period_end DESC, month.id LIMIT 1)
  WHERE number = NEW.number;
  UPDATE user_subscriptions SET minutes_used = minutes_used + NEW.minutes
  WHERE id = (SELECT month_id FROM minutes_ledger WHERE number = NEW.number);
END;
-- end
