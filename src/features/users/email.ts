import { isMailAddress } from '../../platform/mail/mail-address.ts';

/**
 * An e-mail address as it is stored and compared: in lower case, without white space around it; undefined when it is
 * invalid.
 */
export function asEmail(text: string): string | undefined {
  const email = text.trim().normalize('NFC').toLowerCase();
  return isMailAddress(email) ? email : undefined;
}
