/** The server's code for rows asked for beyond the last one. */
export const pastTheEnd = 'PGRST103';

/** The page asked for, or the last one: rows may have gone since its number was written into an address. */
export function pageWithin(page: number, count: number, perPage: number): number {
  return Math.max(1, Math.min(page, Math.ceil(count / perPage)));
}
