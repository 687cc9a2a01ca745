export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });
}

/** An error in the shape of /auth/v1. */
export function authError(status: number, code: string, message = code): Response {
  return json({ code, message }, status, { 'X-Supabase-Api-Version': '2024-01-01' });
}

/** An error in the shape of /rest/v1. */
export function tableError(status: number, code: string, message = code): Response {
  return json({ code, message, details: null, hint: null }, status);
}
