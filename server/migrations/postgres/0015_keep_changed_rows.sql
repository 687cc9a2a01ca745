-- A changed row is kept for the nodes to read, because by then the row itself may have changed again or be gone, and a
-- message may not be longer than 8000 bytes. What is kept is as sealed as the row. It is on its way only
-- (platform/db/postgres_database.cc prunes it): it needs neither survive a crash nor travel to another database.
CREATE UNLOGGED TABLE row_changes (
  number      BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  changed_row JSONB NOT NULL,
  changed_at  TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
);

-- begin
CREATE OR REPLACE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change bigint;
BEGIN
  INSERT INTO row_changes (changed_row)
  VALUES (CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END) RETURNING number INTO change;
  PERFORM pg_notify('scriba_changes',
                    jsonb_build_object('table', TG_TABLE_NAME, 'kind', TG_OP, 'number', change)::text);
  RETURN NULL;
END
$$;
-- end
