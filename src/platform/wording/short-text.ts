import { type Refusal, refusal } from '../messages/refusals/refusal-messages.ts';
import { isStorableText } from '../text/json-body.ts';

const MAX_CHARACTERS = 255;

/** The error of a short text, such as a name or a note; undefined if it can be stored as it is. */
export function shortTextFault(text: string): Refusal | undefined {
  // A text of only blanks and zero-width characters would be an invisible name on the page that shows the customer who
  // is paid.
  const isGood = /[^\p{Cc}\p{Cf}\p{Z}]/u.test(text) && [...text].length <= MAX_CHARACTERS && isStorableText(text);
  return isGood ? undefined : refusal('lengthRange', { most: MAX_CHARACTERS });
}
