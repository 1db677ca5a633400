import { type Html, html } from '../../platform/html/html.ts';
import { isMailAddress } from '../../platform/mail/mail-address.ts';

/** A word with an @, or digits as phone numbers are written. Whether it is an address or a number is checked separately. */
const PARTS = /([^\s,;]+@[^\s,;]+|\+?\d[\d .\u00a0()-]{5,20}\d)/;
const HAITI = '509';

/** A merchant's contact: its phone numbers and e-mail addresses are links, and the rest is text. */
export function contactView(contact: string): Html {
  return html`<bdi>${contact.split(PARTS).map(partView)}</bdi>`;
}

function partView(part: string): Html {
  if (isMailAddress(part)) return html`<a class="link" href="mailto:${encodeURIComponent(part)}">${part}</a>`;
  const number = phoneNumber(part);
  if (number === undefined) return html`${part}`;
  return html`<a class="link" href="tel:+${number}">${part}</a>${isMobile(number) ? whatsApp(number) : ''}`;
}

/** In a new tab, because a widget's frame cannot show another site. */
function whatsApp(number: string): Html {
  return html` <a class="link screen" href="https://wa.me/${number}" target="_blank" rel="noreferrer">WhatsApp</a>`;
}

/** The digits of an international number, or of a Haitian one with or without its country code; undefined for other digits. */
function phoneNumber(text: string): string | undefined {
  const digits = text.replaceAll(/\D/g, '');
  if (text.startsWith('+')) return digits.length >= 8 && digits.length <= 15 ? digits : undefined;
  if (/^[2-5]\d{7}$/.test(digits)) return HAITI + digits;
  return /^509[2-5]\d{7}$/.test(digits) ? digits : undefined;
}

/** A Haitian landline, whose number starts with 2, has no WhatsApp. */
function isMobile(number: string): boolean {
  return !number.startsWith(`${HAITI}2`);
}
