import type { Client } from '@/shared/api/client';

/**
 * Gives each consultation without an owner the owner of its patient. Best effort: what fails is logged and skipped,
 * and the dashboard goes on.
 */
export async function repairOwnerless(db: Client): Promise<void> {
  try {
    const { data, error } = await db.from('consultations').select('id,patient_id').is('user_id', null);
    if (error) console.warn('ownerless consultations not read', error.code);
    for (const consultation of data ?? []) await repairOne(db, consultation);
  } catch {
    console.warn('ownerless consultations not repaired');
  }
}

async function repairOne(db: Client, { id, patient_id: patientId }: { id: string; patient_id: string }): Promise<void> {
  const owner = await db.from('patients').select('user_id').eq('id', patientId).maybeSingle();
  if (!owner.data) {
    console.warn('owner of a consultation not found');
    return;
  }
  const { error } = await db.from('consultations').update({ user_id: owner.data.user_id }).eq('id', id);
  if (error) console.warn('owner of a consultation not written', error.code);
}
