import { fullFormats } from 'ajv-formats/dist/formats.js';

const MAX_LENGTH = 254;

/**
 * Whether a text is one plain e-mail address, without surrounding text, quotes, white space, or characters that separate or
 * group addresses. Stricter than the standard, so that one address can never become two, or break out of its header.
 */
export function isMailAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u.test(text);
}

/** Whether a text has the format of an e-mail address in the API, such as `customer_email`. */
export function isEmailFormat(text: string): boolean {
  return (fullFormats.email as RegExp).test(text);
}
