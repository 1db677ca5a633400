import { isEmailFormat, isMailAddress } from '../../platform/mail/mail-address.ts';
import { isStorableText } from '../../platform/text/json-body.ts';
import type { PaymentLink } from './payment-link.ts';

const MAX_NAME = 255;
const MAX_PHONE = 20;

/** The customer's details on a link's page. Read only if the link requests them. */
export interface LinkCustomer {
  readonly customerName: string;
  readonly customerPhone: string;
  /** Empty if the customer gives none. */
  readonly customerEmail: string;
}

/** Whether the link accepts the name: up to 255 characters, as in the API. Always true for a link that does not require it. */
export function isNameAccepted({ asksName }: PaymentLink, { customerName }: LinkCustomer): boolean {
  return !asksName || (customerName.trim() !== '' && isText(customerName.trim(), MAX_NAME));
}

/**
 * Whether the link accepts the phone number: up to 20 characters, as in the API, with a digit. Always true for a link
 * that does not require it.
 */
export function isPhoneAccepted({ asksPhone }: PaymentLink, { customerPhone }: LinkCustomer): boolean {
  return !asksPhone || (/\d/.test(customerPhone) && isText(customerPhone.trim(), MAX_PHONE));
}

/** Whether the link accepts the e-mail address: none, or one that the API accepts and that can get a receipt. */
export function isEmailAccepted({ asksEmail }: PaymentLink, { customerEmail }: LinkCustomer): boolean {
  const address = customerEmail.trim();
  return !asksEmail || address === '' || (isMailAddress(address) && isEmailFormat(address));
}

function isText(text: string, most: number): boolean {
  return [...text].length <= most && isStorableText(text);
}
