/** The first line that says something. */
export function firstLine(text: string | null): string | null {
  return text?.split('\n').find((line) => line.trim() !== '') ?? null;
}
