/** All that JSON writes as it is, wherever it stands: no control character, no quote and backslash, no half of a surrogate pair. */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

/** A text as JSON, or null: what JSON.stringify makes of it, in half the time for one that needs no escapes, as most. */
export function jsonString(text: string | null): string {
  if (text === null) return 'null';
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}
