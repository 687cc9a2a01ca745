/** Rows as RFC 4180 text with semicolons, which Italian spreadsheets open in columns; formulas are defused. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => {
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return rows.map((row) => row.map(cell).join(';')).join('\r\n') + '\r\n';
}
