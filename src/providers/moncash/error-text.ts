const LONGEST = 200;
/** Six digits or more, with the separators that people use: possibly a phone number. */
const LONG_NUMBER = /\d(?:[\s().-]{0,2}\d){5,}/g;

/** The text of MonCash's error envelope, as one short line without phone numbers; undefined for anything else. */
export function errorText({ error, message }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof error !== 'string') return undefined;
  return shortText(typeof message === 'string' ? `${error}: ${message}` : error);
}

/** MonCash's text in a form that may be stored: short, and without phone numbers. */
export function shortText(text: string): string {
  return text
    .slice(0, LONGEST)
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .replace(LONG_NUMBER, maskedNumber);
}

/** All digits hidden but the last two, without separators. */
export function maskedNumber(text: string): string {
  const digits = text.replace(/\D/g, '');
  return digits.slice(-2).padStart(digits.length, '*');
}
