import { useMutation, useQueryClient } from '@tanstack/react-query';
import { loadConfig } from '@/shared/api/config';
import { ApiError, toApiError } from '@/shared/api/errors';

/** The fixed account of the specification's button. */
export const sampleDoctor = { email: 'dottore@example.com', fullName: 'Dottore di prova' } as const;

const passwordBytes = 12;
const deadline = 30_000;

/** A password nobody knows: the account is entered by resetting it. */
function unknownPassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(passwordBytes));
  return `Aa1${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Signs the sample doctor up beside the administrator's own session, which stays as it is. */
export async function createSampleUser(): Promise<string> {
  const { anonKey } = await loadConfig();
  const response = await fetch('/auth/v1/signup', {
    method: 'POST',
    headers: { apikey: anonKey, 'Content-Type': 'application/json', 'X-Supabase-Api-Version': '2024-01-01' },
    body: JSON.stringify({
      email: sampleDoctor.email,
      password: unknownPassword(),
      data: { full_name: sampleDoctor.fullName },
    }),
    signal: AbortSignal.timeout(deadline),
  }).catch((error: unknown) => {
    throw toApiError(error);
  });
  if (!response.ok) {
    const body = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
    throw new ApiError({ code: body.code ?? 'unknown', message: body.message ?? '', status: response.status });
  }
  // Where addresses are confirmed by mail, one that exists is answered like a new one, but for its identities.
  const { user, identities } = (await response.json()) as { user?: { identities?: unknown[] }; identities?: unknown[] };
  if ((user?.identities ?? identities)?.length === 0) {
    throw new ApiError({ code: 'user_already_exists', message: '', status: response.status });
  }
  return sampleDoctor.email;
}

export function useCreateSampleUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: createSampleUser,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['users'] }),
  });
}
