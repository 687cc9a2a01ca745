import type { PatientListQuery } from '../api/list-patients';

const genderChoices = new Set<string>(['male', 'female', 'other']);

/** The list's state stands in the address, so that 'back' from a patient finds the same page of the same search. */
export function readListQuery(parameters: URLSearchParams): PatientListQuery {
  const gender = parameters.get('genere') ?? '';
  const page = Number(parameters.get('pagina') ?? '1');
  return {
    search: parameters.get('cerca') ?? '',
    gender: genderChoices.has(gender) ? (gender as PatientListQuery['gender']) : 'all',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

export function writeListQuery({ search, gender, page }: PatientListQuery): Record<string, string> {
  return {
    ...(search ? { cerca: search } : {}),
    ...(gender === 'all' ? {} : { genere: gender }),
    ...(page > 1 ? { pagina: String(page) } : {}),
  };
}
