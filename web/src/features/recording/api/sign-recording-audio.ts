import { useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { RecordingRow } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';
import { visitFileName } from '@/shared/format/file-names';

const bucket = 'consultation-audio';
const lifetimeSeconds = 3600;

type Recorded = Pick<RecordingRow, 'id' | 'user_id' | 'created_at'>;

/** An address at which the sound that the server has of a recording can be saved, for an hour; null when there is none. */
export async function signRecordingAudio({ id, user_id: userId, created_at: createdAt }: Recorded) {
  const storage = (await client()).storage.from(bucket);
  // The server names the file after the recording; only it knows the ending.
  const { data: found, error } = await storage.list(userId, { search: id, limit: 1 });
  if (error) throw toApiError(error);
  const name = found[0]?.name;
  if (name === undefined) return null;
  const ending = name.slice(name.lastIndexOf('.'));
  const download = visitFileName(createdAt, ending);
  const { data: signed, error: refusal } = await storage.createSignedUrl(`${userId}/${name}`, lifetimeSeconds, {
    download,
  });
  if (refusal) throw toApiError(refusal);
  return signed.signedUrl;
}

export function useRecordingAudio(row: Recorded, isWanted: boolean) {
  return useQuery({
    queryKey: ['recordings', row.id, 'audio'],
    queryFn: () => signRecordingAudio(row),
    enabled: isWanted,
    staleTime: (lifetimeSeconds / 2) * 1000,
  });
}
