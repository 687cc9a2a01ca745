-- The owners' data keys, wrapped by the master key (platform/crypto/sealing.h).
CREATE TABLE data_keys (
  number   INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id TEXT NOT NULL UNIQUE,
  wrapped  BLOB NOT NULL
);
