-- The people of the installation: the public profile (users) and, on no API, how they sign in.
-- Times of internal tables are microseconds since 1970.

CREATE TABLE users (
  id                UUID PRIMARY KEY DEFAULT gen_random_uuid(),
  email             TEXT NOT NULL,
  username          TEXT,
  full_name         TEXT,
  role              TEXT NOT NULL DEFAULT 'doctor' CHECK (role IN ('doctor', 'admin', 'superadmin')),
  subscription_tier TEXT NOT NULL DEFAULT 'free' CHECK (subscription_tier IN ('free', 'basic', 'advanced', 'enterprise')),
  created_at        TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX users_created_at_idx ON users (created_at);
CREATE INDEX users_email_idx ON users (email);

CREATE TABLE accounts (
  id                       UUID PRIMARY KEY,
  email                    TEXT NOT NULL UNIQUE,
  password_hash            TEXT,
  user_metadata            TEXT NOT NULL,
  app_metadata             TEXT NOT NULL,
  new_email                TEXT,
  email_change_confirmed   BIGINT NOT NULL DEFAULT 0,
  created_at               BIGINT NOT NULL,
  updated_at               BIGINT NOT NULL,
  email_confirmed_at       BIGINT,
  last_sign_in_at          BIGINT,
  confirmation_sent_at     BIGINT,
  recovery_sent_at         BIGINT,
  email_change_sent_at     BIGINT,
  reauthentication_sent_at BIGINT,
  invited_at               BIGINT,
  banned_until             BIGINT
);

CREATE TABLE identities (
  id              UUID PRIMARY KEY,
  account_id      UUID NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  provider        TEXT NOT NULL,
  provider_id     TEXT NOT NULL,
  last_sign_in_at BIGINT,
  created_at      BIGINT NOT NULL,
  updated_at      BIGINT NOT NULL,
  UNIQUE (provider, provider_id)
);
CREATE INDEX identities_account_idx ON identities (account_id);

-- refresh_counter numbers the session's refresh tokens; those below refresh_floor are dead.
CREATE TABLE sessions (
  id              UUID PRIMARY KEY,
  account_id      UUID NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  aal             TEXT NOT NULL CHECK (aal IN ('aal1', 'aal2')),
  amr             TEXT NOT NULL,
  refresh_counter BIGINT NOT NULL DEFAULT 0,
  refresh_floor   BIGINT NOT NULL DEFAULT 0,
  created_at      BIGINT NOT NULL,
  refreshed_at    BIGINT NOT NULL
);
CREATE INDEX sessions_account_idx ON sessions (account_id);

CREATE TABLE flow_states (
  id             UUID PRIMARY KEY,
  account_id     UUID NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  method         TEXT NOT NULL,
  challenge      TEXT NOT NULL,
  challenge_kind TEXT NOT NULL CHECK (challenge_kind IN ('s256', 'plain')),
  code_hash      BYTEA UNIQUE,
  code_issued_at BIGINT,
  created_at     BIGINT NOT NULL
);
CREATE INDEX flow_states_account_idx ON flow_states (account_id);

-- A link and, for the kinds that have one, a six-digit code; only hashes are kept.
CREATE TABLE one_time_tokens (
  id         UUID PRIMARY KEY,
  account_id UUID NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind       TEXT NOT NULL,
  email      TEXT NOT NULL,
  link_hash  BYTEA NOT NULL UNIQUE,
  code_hash  BYTEA NOT NULL,
  flow_id    UUID REFERENCES flow_states (id) ON DELETE CASCADE,
  created_at BIGINT NOT NULL,
  UNIQUE (account_id, kind)
);
CREATE INDEX one_time_tokens_email_idx ON one_time_tokens (email, kind);

CREATE TABLE factors (
  id                 UUID PRIMARY KEY,
  account_id         UUID NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  friendly_name      TEXT NOT NULL DEFAULT '',
  status             TEXT NOT NULL CHECK (status IN ('unverified', 'verified')),
  sealed_secret      BYTEA NOT NULL,
  last_step          BIGINT NOT NULL DEFAULT 0,
  created_at         BIGINT NOT NULL,
  updated_at         BIGINT NOT NULL,
  last_challenged_at BIGINT
);
CREATE INDEX factors_account_idx ON factors (account_id);

CREATE TABLE challenges (
  id         UUID PRIMARY KEY,
  factor_id  UUID NOT NULL REFERENCES factors (id) ON DELETE CASCADE,
  created_at BIGINT NOT NULL
);
CREATE INDEX challenges_factor_idx ON challenges (factor_id);

CREATE TABLE signing_keys (
  kid        TEXT PRIMARY KEY,
  sealed_pem BYTEA NOT NULL,
  created_at BIGINT NOT NULL
);

CREATE TABLE audit_log (
  id         UUID PRIMARY KEY,
  account_id UUID,
  event      TEXT NOT NULL,
  address    TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX audit_log_account_idx ON audit_log (account_id, created_at);
