/** The characters that JSON never escapes: no control character, no quote or backslash, no lone surrogate. */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

/** Like JSON.stringify for a text or null. Takes half the time for texts without escapes, which most are. */
export function jsonString(text: string | null): string {
  if (text === null) return 'null';
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}
