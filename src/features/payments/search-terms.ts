import type { Payment } from '../../core/payment.ts';

/** The customer data that a search uses. */
type Customer = Pick<Payment, 'customerName' | 'customerEmail' | 'customerPhone'>;

/** Characters of a term: a longer text is found by its start. */
const MOST_CHARACTERS = 60;
/** A search may start at any of the first words in a name, up to this many. */
const MOST_WORDS = 6;
const LOCAL_DIGITS = 8;
const COUNTRY = '509';

/** The terms of a search: terms that match exactly, and starts of terms. */
export interface WantedTerms {
  readonly exact: readonly string[];
  /** Undefined when the typed text is no start of a name. */
  readonly start: string | undefined;
}

/**
 * The search terms of a payment: its customer's name from each word on (`name:marie joseph`, `name:joseph`), the phone number
 * (`phone:50937000001`) and the e-mail address (`email:marie@example.com`).
 */
export function searchTerms({ customerName, customerEmail, customerPhone }: Customer): string[] {
  const words = plainText(customerName).split(' ').filter(Boolean);
  const names = words.slice(0, MOST_WORDS).map((_, from) => `name:${cut(words.slice(from).join(' '))}`);
  const phone = customerPhone === null ? undefined : phoneTerm(customerPhone);
  const email = customerEmail === null ? undefined : emailTerm(customerEmail);
  return [...new Set([...names, phone, email].filter((term) => term !== undefined))];
}

/** The possible terms of a typed text. */
export function wantedTerms(text: string): WantedTerms {
  const isPhone = /^[\d\s()+./-]+$/.test(text);
  const exact = [isPhone ? phoneTerm(text) : undefined, text.includes('@') ? emailTerm(text) : undefined];
  const plain = isPhone || text.includes('@') ? '' : plainText(text);
  return {
    exact: exact.filter((term) => term !== undefined),
    start: plain === '' ? undefined : `name:${cut(plain)}`,
  };
}

/** Whether a search with these terms finds a customer. */
export function isMeant(customer: Customer, { exact, start }: WantedTerms): boolean {
  return searchTerms(customer).some((term) => exact.includes(term) || (start !== undefined && term.startsWith(start)));
}

/** Digits with the country code: numbers in Haiti are mostly written without it. */
function phoneTerm(text: string): string | undefined {
  const digits = text.replaceAll(/\D/g, '').replace(/^00/, '');
  if (digits === '') return undefined;
  return cut(`phone:${digits.length === LOCAL_DIGITS ? COUNTRY : ''}${digits}`);
}

function emailTerm(text: string): string | undefined {
  const address = text.trim().toLowerCase().replaceAll('\\', '');
  return address === '' ? undefined : cut(`email:${address}`);
}

/** Words of letters and digits in one case and without accents: `Marie-Ange JOSÉPH` is `marie ange joseph`. */
function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Counts characters, so that none is split. */
function cut(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : [...text].slice(0, MOST_CHARACTERS).join('');
}
