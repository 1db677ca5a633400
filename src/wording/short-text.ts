import { isStorableText } from '../lib/json-body.ts';
import { type Refusal, refusal } from '../messages/refusals/refusal-messages.ts';

const MAX_CHARACTERS = 255;

/** The fault of a short text, such as a name or a note; undefined when it can be stored as given. */
export function shortTextFault(text: string): Refusal | undefined {
  // Blanks and characters without width alone would be a name that nobody can see, on the page that says whom a customer pays.
  const isGood = /[^\p{Cc}\p{Cf}\p{Z}]/u.test(text) && [...text].length <= MAX_CHARACTERS && isStorableText(text);
  return isGood ? undefined : refusal('lengthRange', { most: MAX_CHARACTERS });
}
