/** Sentences that are quoted as they stand everywhere. */
const quoted = /^(?:Il file selezionato|Minuti disponibili esauriti|Paziente non trovato)/;

/**
 * What another sentence says behind its colon: a sentence goes on in small letters there, unless it begins with initials.
 * A bare message, without a full stop, is quoted as well.
 */
export function afterColon(words: string): string {
  const isQuoted = !words.endsWith('.') || quoted.test(words) || /^\p{Lu}{2}/u.test(words);
  return isQuoted ? words : words.charAt(0).toLowerCase() + words.slice(1);
}
