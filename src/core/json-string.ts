/** The characters that JSON never escapes: no control character, no quote or backslash, no lone surrogate. */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

/** A text as JSON, or null: the same as JSON.stringify, in half the time for most texts, which need no escapes. */
export function jsonString(text: string | null): string {
  if (text === null) return 'null';
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}
