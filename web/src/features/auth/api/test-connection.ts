import { loadConfig } from '@/shared/api/config';
import { ApiError } from '@/shared/api/errors';

export interface ServerHealth {
  name: string;
  version: string;
}

const deadline = 10_000;

/** Asks the sign-in service whether it is well. */
export async function testConnection(): Promise<ServerHealth> {
  const { anonKey } = await loadConfig();
  let response: Response;
  try {
    response = await fetch('/auth/v1/health', { headers: { apikey: anonKey }, signal: AbortSignal.timeout(deadline) });
  } catch (cause) {
    throw new ApiError({ code: 'network', message: 'health unreachable', status: 0, cause });
  }
  if (!response.ok) throw new ApiError({ code: 'internal', message: 'health refused', status: response.status });
  return (await response.json()) as ServerHealth;
}
