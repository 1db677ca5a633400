import { isStorableText } from '../../lib/json-body.ts';
import { type Refusal, refusal } from '../../messages/refusals/refusal-messages.ts';

const LEAST = 12;
const MOST = 128;
/** An e-mail's beginning counts from so many characters on: `a@b.example` must not forbid every `a`. */
const LEAST_OF_EMAIL = 3;
const OUR_NAME = 'peye';
/** What people put for letters. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/**
 * What is wrong with a new password; undefined when nothing is. It must have 12 to 128 characters, not the e-mail address's beginning
 * or our name in it, and be no common password: also not one that is repeated, or has digits and signs around it or for letters.
 */
export async function passwordFault(password: string, email: string): Promise<Refusal | undefined> {
  const length = [...password].length;
  if (length < LEAST || length > MOST || !isStorableText(password)) {
    return refusal('passwordLength', { least: LEAST, most: MOST });
  }
  const text = password.normalize('NFKC').toLowerCase();
  const [local = ''] = email.split('@');
  if (local.length >= LEAST_OF_EMAIL && text.includes(local.normalize('NFKC').toLowerCase())) {
    return refusal('passwordHasEmail');
  }
  if (text.includes(OUR_NAME)) return refusal('passwordHasOurName');
  return (await isCommon(text)) ? refusal('passwordCommon') : undefined;
}

async function isCommon(text: string): Promise<boolean> {
  const common = await commonPasswords();
  const piece = repeatedPiece(text);
  if (piece.length < text.length && piece.length < LEAST) return true;
  const core = withoutEnds(text);
  // Digits and signs alone: dates, phone numbers, rows of keys.
  if (core === '') return true;
  return [text, core, withLetters(core), withoutEnds(withLetters(text))].some((each) => common.has(each));
}

/** 49,000 of them. Loaded when somebody chooses a password, which is seldom: the set is made anew each time. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** What a text is made of by repeating it; the text itself when it is made of nothing shorter. */
function repeatedPiece(text: string): string {
  return text.slice(0, `${text}${text}`.indexOf(text, 1));
}

function withoutEnds(text: string): string {
  return text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '');
}

function withLetters(text: string): string {
  return text.replaceAll(/[013457@$!]/g, (sign) => LOOKALIKES[sign] ?? sign);
}
