-- Work that outlives a request and a restart (platform/jobs.h). Times are microseconds since 1970. A job is under way
-- while its lease lasts; a new generation means that it was asked for again meanwhile.
CREATE TABLE jobs (
  kind        TEXT NOT NULL,
  key         TEXT NOT NULL,
  generation  BIGINT NOT NULL,
  attempts    INTEGER NOT NULL,
  crashes     INTEGER NOT NULL,
  run_at      BIGINT NOT NULL,
  lease_node  TEXT,
  lease_until BIGINT,
  PRIMARY KEY (kind, key)
);
CREATE INDEX jobs_by_time ON jobs (run_at);
