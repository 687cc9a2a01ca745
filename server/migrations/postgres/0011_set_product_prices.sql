-- The plans carry the prices of the application's own list (server/prices.toml) where nobody has set others.
UPDATE subscription_plans SET price = 9.99 WHERE name = 'basic' AND price = 99;
UPDATE subscription_plans SET price = 19.99 WHERE name = 'advanced' AND price = 199;
UPDATE subscription_plans SET price = 49.99 WHERE name = 'enterprise' AND price IS NULL;
