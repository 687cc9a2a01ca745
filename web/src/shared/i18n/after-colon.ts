/**
 * What another sentence says behind its colon: a sentence goes on in small letters there, unless it begins with initials.
 * A bare message, without a full stop, is quoted as it stands everywhere.
 */
export function afterColon(words: string): string {
  const isSentence = words.endsWith('.') && !/^\p{Lu}{2}/u.test(words);
  return isSentence ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}
