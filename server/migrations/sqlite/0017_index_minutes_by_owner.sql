-- The minutes of one user over time: the chart of the month, and the sum that the diagnosis holds a month against.
CREATE INDEX minutes_ledger_by_owner ON minutes_ledger (user_id, charged_at, minutes);
