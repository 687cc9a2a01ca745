import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import { toApiError } from '@/shared/api/errors';
import { verifySecondFactor } from '@/shared/api/verify-second-factor';

interface Removal {
  id: string;
  /** A current code, once the server has asked for it. */
  code?: string;
}

/** Removes a device. `insufficient_aal`: the server wants a code first. */
async function removeFactor({ id, code }: Removal): Promise<void> {
  const db = await client();
  if (code !== undefined) await verifySecondFactor(code);
  const { error } = await db.auth.mfa.unenroll({ factorId: id });
  if (error) throw toApiError(error);
}

export function useRemoveFactor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: removeFactor,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['factors'] });
      // The server has lowered every session: better known here and now than in the middle of a visit.
      const db = await client();
      await db.auth.refreshSession();
    },
  });
}
