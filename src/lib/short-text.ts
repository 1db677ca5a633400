import { isStorableText } from './json-body.ts';

const MAX_CHARACTERS = 255;

/** What is wrong with a text for people, such as a name or a note; undefined when it can be kept, as it was given. */
export function shortTextFault(text: string): string | undefined {
  // Blanks and characters without width alone would be a name that nobody can see, on the page that says whom a customer pays.
  const isGood = /[^\p{Cc}\p{Cf}\p{Z}]/u.test(text) && [...text].length <= MAX_CHARACTERS && isStorableText(text);
  return isGood ? undefined : `It must have 1 to ${MAX_CHARACTERS} characters.`;
}
