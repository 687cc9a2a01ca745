import { client } from './client';
import { toFunctionError } from './errors';

const deadline = 30_000;

/** Calls a named action of the server and gives its answer; throws an ApiError with the code and text of the refusal. */
export async function callFunction<Answer>(
  name: string,
  body: Record<string, unknown>,
  timeout = deadline,
): Promise<Answer> {
  const db = await client();
  const { data, error } = (await db.functions.invoke<Answer>(name, { body, timeout })) as
    { data: Answer; error: null } | { data: null; error: unknown };
  if (data === null || error !== null) throw await toFunctionError(error);
  return data;
}
