const form = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a part of an address, which anybody may have typed, can name a row: the server refuses what cannot. */
export function isId(text: string): boolean {
  return form.test(text);
}
