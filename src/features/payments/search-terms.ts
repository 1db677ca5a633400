import type { Payment } from '../../core/payment.ts';

/** The fields of a payment that a search reads. */
export type Searched = Pick<
  Payment,
  'id' | 'reference' | 'providerRef' | 'customerName' | 'customerEmail' | 'customerPhone'
>;

/** The searched fields, in the order in which pages name them. */
const SEARCHED_FIELDS = ['reference', 'phone', 'id', 'provider_number', 'email', 'name'] as const;
export type SearchedField = (typeof SEARCHED_FIELDS)[number];

/** How many characters of a text's start are stored. Texts that differ only after them are found together. */
const START_CHARACTERS = 18;
/** How many characters of a text's end are stored. */
const END_CHARACTERS = 12;
/** How many characters of a typed text are compared. */
const MOST_CHARACTERS = 60;
/** A search may start at any of the first words in a name, up to this many. */
const MOST_WORDS = 6;
/** The minimum length of a start, and of an end. Shorter texts mostly match by chance. */
const LEAST_START = 2;
const LEAST_END = 3;
const LEAST_DIGITS = 4;
/** Most texts are ASCII, and need no folding of accents. */
const IS_ASCII = /^[ -~]*$/;
const LOCAL_DIGITS = 8;
const COUNTRY = '509';

/** A term: the start of a text, or its end in reverse order. */
export interface Term {
  readonly from: 'start' | 'end';
  readonly text: string;
}

/** The meanings that a typed text may have. An empty string matches nothing. */
export interface WantedTerms {
  /** The start of a name, from any of its words on. */
  readonly name: string;
  /** The start of a reference, a provider's number or an e-mail address: letters and digits alone. */
  readonly start: string;
  /** The end of a reference. */
  readonly end: string;
  /** The start or the end of a transaction id. */
  readonly idDigits: string;
  /** The end of a phone number. */
  readonly phoneDigits: string;
}

/**
 * The search terms of a payment: its customer's name from each word on (`marie joseph`, `joseph`); the starts of its reference, of the
 * provider's number and of the e-mail address; the ends of the reference, of the phone number and of the id.
 */
export function searchTerms(payment: Searched): Term[] {
  const { id, reference, providerRef, customerName, customerEmail, customerPhone } = payment;
  const starts = [...namesOf(customerName), ...[reference, providerRef, customerEmail].map(compact)];
  const ends = [compact(reference), compact(customerPhone && phoneDigits(customerPhone)), String(id)];
  const terms = [...starts.map(startTerm), ...ends.map(endTerm)].filter(({ text }) => text !== '');
  return terms.filter(
    (term, at) => at === terms.findIndex(({ from, text }) => from === term.from && text === term.text),
  );
}

/** The meanings that a typed text may have. */
export function wantedTerms(typed: string): WantedTerms {
  // A copied text may contain direction marks and zero-width characters.
  const text = cut(typed.normalize('NFKC').replaceAll(/\p{Cf}/gu, ''), MOST_CHARACTERS);
  const letters = compact(text);
  const isNumber = /^[\d\s()+./-]+$/.test(text);
  const digits = isNumber ? letters : '';
  const phone = isNumber ? phoneDigits(text) : '';
  return {
    name: isNumber || text.includes('@') ? '' : plainText(text),
    start: atLeast(LEAST_START, letters),
    end: text.includes('@') ? '' : atLeast(LEAST_END, letters),
    idDigits: atLeast(LEAST_DIGITS, digits),
    phoneDigits: atLeast(LEAST_DIGITS, phone),
  };
}

/** The terms of a search: each payment that matches has one of them. */
export function termsOf({ name, start, end, phoneDigits: phone, idDigits }: WantedTerms): Term[] {
  const terms = [startTerm(name), startTerm(start), ...[end, phone, idDigits].map(endTerm)].filter(
    ({ text }) => text !== '',
  );
  // A longer term is not needed if another term is its start: the shorter one finds all that the longer one finds.
  return terms.filter(
    ({ from, text }, at) =>
      !terms.some(
        (other, place) =>
          place !== at && other.from === from && text.startsWith(other.text) && (text !== other.text || place < at),
      ),
  );
}

/** Whether a search for this finds a payment. */
export function isMeant(payment: Searched, wanted: WantedTerms): boolean {
  const { id, reference, providerRef, customerName, customerEmail, customerPhone } = payment;
  const { name, start, end, idDigits, phoneDigits: phone } = wanted;
  const folded = compact(reference);
  return (
    (name !== '' && namesOf(customerName).some((each) => each.startsWith(name))) ||
    (start !== '' && [folded, compact(providerRef), compact(customerEmail)].some((each) => each.startsWith(start))) ||
    (end !== '' && folded.endsWith(end)) ||
    (idDigits !== '' && (String(id).startsWith(idDigits) || String(id).endsWith(idDigits))) ||
    (phone !== '' && customerPhone !== null && phoneDigits(customerPhone).endsWith(phone))
  );
}

/** The fields that are searched for a typed text: not all of them for a short text. */
export function searchedFields(typed: string): SearchedField[] {
  const { name, start, idDigits, phoneDigits: phone } = wantedTerms(typed.trim());
  const isSearched: Record<SearchedField, boolean> = {
    reference: true,
    phone: phone !== '',
    id: idDigits !== '',
    provider_number: true,
    email: start !== '',
    name: name !== '',
  };
  // Whole references and providers' numbers are always found; only parts of them have a minimum length.
  return SEARCHED_FIELDS.filter((field) => isSearched[field]);
}

function startTerm(text: string): Term {
  return { from: 'start', text: cut(text, START_CHARACTERS) };
}

/** The term that every payment has: the end of its id. */
export function idTerm(id: number): Term {
  return endTerm(String(id));
}

function endTerm(text: string): Term {
  const characters = [...text].slice(-END_CHARACTERS);
  return { from: 'end', text: characters.reverse().join('') };
}

function namesOf(name: string): string[] {
  const words = plainText(name).split(' ').filter(Boolean);
  return words.slice(0, MOST_WORDS).map((_, from) => words.slice(from).join(' '));
}

/** Digits with the country code, which is added to numbers of Haiti, because most are written without it. */
export function phoneDigits(text: string): string {
  const digits = compact(text)
    .replaceAll(/\D/g, '')
    .replace(/^00(?=\d{8})/, '');
  return digits.length === LOCAL_DIGITS ? `${COUNTRY}${digits}` : digits;
}

/** Words of letters and digits in one case and without accents: `Marie-Ange JOSÉPH` is `marie ange joseph`. */
function plainText(text: string): string {
  const letters = IS_ASCII.test(text) ? text : text.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return letters
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Letters and digits alone: `Order-1042` is `order1042`. */
function compact(text: string | null): string {
  if (text === null) return '';
  if (IS_ASCII.test(text)) return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

function atLeast(characters: number, text: string): string {
  return text.length >= characters ? text : '';
}

/** Counts code points, so that no surrogate pair is split. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : [...text].slice(0, most).join('');
}
