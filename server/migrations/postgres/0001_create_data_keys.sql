-- The owners' data keys, wrapped by the master key (platform/crypto/sealing.h).
CREATE TABLE data_keys (
  number   INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id UUID NOT NULL UNIQUE,
  wrapped  BYTEA NOT NULL
);
