-- The mail that brings a token, sealed, until it has left (auth/waiting_mails.h).
ALTER TABLE one_time_tokens ADD COLUMN sealed_mail BLOB;
