-- What a notice says stands beside the kept row too: a node whose notices were lost finds it there
-- (platform/db/postgres_changes.h). Nodes that stand while this is applied have notices for what lies there already.
ALTER TABLE row_changes ADD COLUMN table_name TEXT NOT NULL DEFAULT '', ADD COLUMN kind TEXT NOT NULL DEFAULT '';

-- begin
CREATE OR REPLACE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change bigint;
BEGIN
  INSERT INTO row_changes (changed_row, table_name, kind)
  VALUES (CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END, TG_TABLE_NAME, TG_OP)
  RETURNING number INTO change;
  PERFORM pg_notify('scriba_changes',
                    jsonb_build_object('table', TG_TABLE_NAME, 'kind', TG_OP, 'number', change)::text);
  RETURN NULL;
END
$$;
-- end
