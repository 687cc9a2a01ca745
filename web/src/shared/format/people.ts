import { formatDate } from './dates';

interface Named {
  first_name: string;
  last_name: string;
}

export function fullName(person: Named): string {
  return `${person.first_name} ${person.last_name}`.trim();
}

/** `Rossi, Maria`: the order of lists. */
export function listName(person: Named): string {
  return `${person.last_name}, ${person.first_name}`;
}

/** `Rossi, Maria (31/01/1980)`: where a visit could land with a namesake. */
export function namedWithBirth(person: Named & { birth_date: string }): string {
  return `${listName(person)} (${formatDate(person.birth_date)})`;
}

/** `MR`, for the avatar. */
export function initials(person: Named): string {
  return [person.first_name, person.last_name]
    .map((name) => name.trim().charAt(0))
    .join('')
    .toLocaleUpperCase('it');
}
