/** The first `count` characters of a text, without splitting a UTF-16 surrogate pair. */
export function firstCharacters(text: string, count: number): string {
  return [...text.slice(0, count * 2)].slice(0, count).join('');
}
