import { isMailAddress } from '../../mail/mail-address.ts';

/** An e-mail address as it is kept and looked for: in lower case, without white space around it; undefined when it is none. */
export function asEmail(text: string): string | undefined {
  const email = text.trim().normalize('NFC').toLowerCase();
  return isMailAddress(email) ? email : undefined;
}
