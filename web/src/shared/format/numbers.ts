/** Italian groups the digits from here on. */
const firstGrouped = 10_000;

let italian: Intl.NumberFormat | undefined;

/** `84,5`, `1200`, `12.000`. */
export function formatNumber(value: number): string {
  // The browser's locale data takes longer to open than a first screen may: small whole numbers do without.
  if (Number.isInteger(value) && value >= 0 && value < firstGrouped) return String(value);
  italian ??= new Intl.NumberFormat('it-IT', { maximumFractionDigits: 1 });
  return italian.format(value);
}

/** `84,5 kg`, with a space that does not break. */
export function formatQuantity(value: number, unit: string): string {
  return `${formatNumber(value)}\u00a0${unit}`;
}

/** `−2,3 kg`, `+0,5 %`, `0 kg`: a change, with a true minus sign. */
export function formatSigned(value: number, unit: string): string {
  const shown = formatNumber(Math.abs(value));
  const sign = shown === '0' ? '' : value < 0 ? '−' : '+';
  return `${sign}${shown}\u00a0${unit}`;
}

/** `99 €`, `9,99 €`. */
export function formatEuro(value: number): string {
  return `${Number.isInteger(value) ? formatNumber(value) : value.toFixed(2).replace('.', ',')}\u00a0€`;
}

/** The number in `84,5` or `84.5`; null when there is none. */
export function parseNumber(text: string): number | null {
  const trimmed = text.trim().replace(',', '.');
  return /^\d+(?:\.\d+)?$/.test(trimmed) ? Number(trimmed) : null;
}
