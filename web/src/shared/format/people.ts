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

/** `MR`, for the avatar. */
export function initials(person: Named): string {
  return [person.first_name, person.last_name]
    .map((name) => name.trim().charAt(0))
    .join('')
    .toLocaleUpperCase('it');
}
