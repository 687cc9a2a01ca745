-- Files: what is kept, and uploads on their way (storage/). Times are microseconds since 1970.
CREATE TABLE storage_objects (
  id            TEXT PRIMARY KEY,
  file_id       TEXT NOT NULL UNIQUE,
  owner_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  bucket        TEXT NOT NULL,
  name          TEXT NOT NULL,
  content_type  TEXT NOT NULL,
  cache_control TEXT NOT NULL,
  metadata      TEXT NOT NULL,
  bytes         BIGINT NOT NULL CHECK (bytes >= 0),
  created_at    BIGINT NOT NULL,
  updated_at    BIGINT NOT NULL,
  UNIQUE (bucket, name)
);
CREATE INDEX storage_objects_by_owner ON storage_objects (owner_id);

-- The id is the address of the upload and the name of its sealed file.
CREATE TABLE storage_uploads (
  id             TEXT PRIMARY KEY,
  owner_id       TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  bucket         TEXT NOT NULL,
  name           TEXT NOT NULL,
  content_type   TEXT NOT NULL,
  cache_control  TEXT NOT NULL,
  metadata       TEXT NOT NULL,
  replaces       BOOLEAN NOT NULL,
  is_claimed     BOOLEAN NOT NULL,
  is_complete    BOOLEAN NOT NULL,
  declared_bytes BIGINT CHECK (declared_bytes >= 0),
  max_bytes      BIGINT NOT NULL,
  created_at     BIGINT NOT NULL,
  expires_at     BIGINT NOT NULL
);
CREATE INDEX storage_uploads_by_expiry ON storage_uploads (expires_at);
CREATE INDEX storage_uploads_by_owner ON storage_uploads (owner_id);
