import { type Refusal, refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { isStorableText } from '../../platform/text/json-body.ts';

const LEAST = 12;
const MOST = 128;
/**
 * The first part of an e-mail address counts if it has this many characters: `a@b.example` must not forbid every `a`.
 */
const LEAST_OF_EMAIL = 3;
const OUR_NAME = 'peye';
/** Characters that people use in place of letters. */
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
 * The fault of a new password; undefined when it has none. It must have 12 to 128 characters, and contain neither the
 * first part of the e-mail address nor our name. It must not be a common password, even one that is repeated,
 * surrounded by digits and signs, or written with them in place of letters.
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
  // Only digits and signs, such as dates, phone numbers and rows of the keyboard.
  if (core === '') return true;
  return [text, core, withLetters(core), withoutEnds(withLetters(text))].some((each) => common.has(each));
}

/** 49,000 passwords, loaded when a user sets one. That is rare, so the set is not cached. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** The shortest piece that yields a text when repeated; the text itself when there is no shorter one. */
function repeatedPiece(text: string): string {
  return text.slice(0, `${text}${text}`.indexOf(text, 1));
}

function withoutEnds(text: string): string {
  return text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '');
}

function withLetters(text: string): string {
  return text.replaceAll(/[013457@$!]/g, (sign) => LOOKALIKES[sign] ?? sign);
}
