const LONGEST = 200;
/** Six digits or more, with what people put between them: a phone number, as far as anybody can tell. */
const LONG_NUMBER = /\d(?:[\s().-]{0,2}\d){5,}/g;

/** What an error envelope of MonCash's says, as one short line without phone numbers; undefined for anything else. */
export function errorText({ error, message }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof error !== 'string') return undefined;
  return shortText(typeof message === 'string' ? `${error}: ${message}` : error);
}

/** Words of MonCash's that may be kept: short, storable, and without phone numbers. */
export function shortText(text: string): string {
  return text
    .slice(0, LONGEST)
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .replace(LONG_NUMBER, maskedNumber);
}

/** All digits hidden but the last two, and what stands between them gone. */
export function maskedNumber(text: string): string {
  const digits = text.replace(/\D/g, '');
  return digits.slice(-2).padStart(digits.length, '*');
}
