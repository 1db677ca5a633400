import type { PaymentLink } from '../../domain/payment-link.ts';
import { isStorableText } from '../../lib/json-body.ts';

const MAX_NAME = 255;
const MAX_PHONE = 20;

/** What a customer says of themselves on a link's page. Read where the link asks for it. */
export interface LinkCustomer {
  readonly customerName: string;
  readonly customerPhone: string;
}

/** Whether a link that asks for a name takes this one: up to 255 characters, as the API. */
export function isNameTaken({ asksName }: PaymentLink, { customerName }: LinkCustomer): boolean {
  return !asksName || (customerName.trim() !== '' && isText(customerName.trim(), MAX_NAME));
}

/** Whether a link that asks for a phone number takes this one: up to 20 characters, as the API, with a digit. */
export function isPhoneTaken({ asksPhone }: PaymentLink, { customerPhone }: LinkCustomer): boolean {
  return !asksPhone || (/\d/.test(customerPhone) && isText(customerPhone.trim(), MAX_PHONE));
}

function isText(text: string, most: number): boolean {
  return [...text].length <= most && isStorableText(text);
}
