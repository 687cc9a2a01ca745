import { client } from '@/shared/api/client';
import { toApiError } from '@/shared/api/errors';

/**
 * Asks the server to check and mend the metering. The procedure's argument is a text by the protocol; the server never
 * executes it, so it only says what is meant.
 */
export async function repairMetering(): Promise<void> {
  const db = await client();
  const { error, status } = await db.rpc('run_sql_migration', { sql: 'repair metering' });
  if (error) throw toApiError(error, status);
}
