const mostBytes = 72;

/** Characters as the server counts them: code points, so that a plain emoji is one. */
export function countCharacters(password: string): number {
  return Array.from(password).length;
}

/** Whether the server refuses the password for its length, which it takes in bytes of UTF-8. */
export function isTooLong(password: string): boolean {
  return new TextEncoder().encode(password).length > mostBytes;
}
