-- A mail of an announcement is given up for itself: one that the mail server keeps waiting costs no other its tries.
ALTER TABLE notices ADD COLUMN mail_tries INTEGER NOT NULL DEFAULT 0;
