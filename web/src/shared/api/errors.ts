/** A refusal or failure of a call: the server's stable code, or one of ours ('network', 'unknown', 'not_authenticated'). */
export class ApiError extends Error {
  readonly code: string;
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly requestId: string | undefined;

  constructor(fields: {
    code: string;
    message: string;
    status: number;
    requestId?: string | undefined;
    cause?: unknown;
  }) {
    super(fields.message, { cause: fields.cause });
    this.name = 'ApiError';
    this.code = fields.code;
    this.status = fields.status;
    this.requestId = fields.requestId;
  }
}

const networkMessages =
  /failed to fetch|fetch failed|networkerror|load failed|network request failed|aborted|timed? ?out/i;

interface ErrorLike {
  message?: unknown;
  code?: unknown;
  status?: unknown;
  context?: unknown;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/**
 * Turns what the client library returns or throws (table, sign-in, storage errors, a lost network) into an ApiError.
 * `status` is the status beside a table error, which does not carry it itself.
 */
export function toApiError(error: unknown, status?: number): ApiError {
  if (error instanceof ApiError) return error;
  const like = (typeof error === 'object' && error !== null ? error : {}) as ErrorLike;
  const message = textOf(like.message) || 'unknown error';
  const code = textOf(like.code);
  const known = typeof like.status === 'number' ? like.status : (status ?? 0);
  if (!code && networkMessages.test(message))
    return new ApiError({ code: 'network', message, status: 0, cause: error });
  const fallback = known >= 500 ? 'internal' : 'unknown';
  return new ApiError({ code: code || fallback, message, status: known, cause: error });
}

/** The error of `functions.invoke`, whose code and text are only in the answer's body; without one, in what it wraps. */
export async function toFunctionError(error: unknown): Promise<ApiError> {
  const context = (error as ErrorLike).context;
  if (!(context instanceof Response)) return toApiError(context ?? error);
  const body = (await context.json().catch(() => ({}))) as Record<string, unknown>;
  const fallback = context.status >= 500 ? 'internal' : 'unknown';
  return new ApiError({
    code: textOf(body.code) || fallback,
    message: textOf(body.error) || textOf(body.message) || `HTTP ${context.status}`,
    status: context.status,
    requestId: textOf(body.requestId) || undefined,
    cause: error,
  });
}

/** Whether the same call may succeed when made again later: no answer, or a fault of the server. */
export function isTransient(error: unknown): boolean {
  const { code, status } = toApiError(error);
  return code === 'network' || status >= 500;
}
