import { isStorableText } from './json-body.ts';

const MAX_CHARACTERS = 255;

/** What is wrong with a text for people, such as a name or a note; undefined when it can be kept, as it was given. */
export function shortTextFault(text: string): string | undefined {
  const isGood = text.trim() !== '' && [...text].length <= MAX_CHARACTERS && isStorableText(text);
  return isGood ? undefined : `It must have 1 to ${MAX_CHARACTERS} characters.`;
}
