import { containing, quoted } from '@/shared/api/like';

const searchedByWord = ['first_name', 'last_name', 'email'] as const;

/**
 * The conditions of a search, one for each word, all of which must hold: a word is in the first name, last name or
 * e-mail, whatever its case, or in the phone number.
 */
export function searchConditions(search: string): string[] {
  const words = search.trim().split(/\s+/).filter(Boolean);
  return words.map((word) => {
    const value = quoted(containing(word));
    return [...searchedByWord.map((column) => `${column}.ilike.${value}`), `phone.like.${value}`].join(',');
  });
}
