import type { ConsultationRow } from '@/shared/api/database';

export interface Searchable extends Pick<ConsultationRow, 'motivo_visita'> {
  patient: { first_name: string; last_name: string } | null;
}

/** Without case and accents: `Nicolò` is found by `nicolo`. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLocaleLowerCase('it');
}

/** Whether every word of the search is in the first name, the last name or the reason for the visit. */
export function matchesSearch({ patient, motivo_visita: reason }: Searchable, search: string): boolean {
  const where = plain([patient?.first_name, patient?.last_name, reason].filter(Boolean).join(' '));
  return plain(search)
    .split(/\s+/)
    .every((word) => where.includes(word));
}
