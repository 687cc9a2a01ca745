-- The minutes of a month are a sum: of very long visits it is more than 32 bits hold, and the visit would not be saved.
ALTER TABLE user_subscriptions ALTER COLUMN minutes_used TYPE BIGINT;
