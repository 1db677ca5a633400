/** The first `count` characters of a text, and never half of one: a part of a pair of UTF-16 is no text. */
export function firstCharacters(text: string, count: number): string {
  return [...text.slice(0, count * 2)].slice(0, count).join('');
}
