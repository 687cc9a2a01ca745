-- The diagnosis of the subscriptions looks at the length of every visit, without the texts that lie before it in the row;
-- the metrics count recordings by their state.
CREATE INDEX consultations_to_charge ON consultations (patient_id, user_id, created_at, duration_seconds, id)
  WHERE duration_seconds > 0;
CREATE INDEX recordings_unsaved ON recordings (state) WHERE state <> 'saved';
