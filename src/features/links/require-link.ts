import type { Database } from '../../database/database.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { PaymentLink } from './payment-link.ts';
import { findLink, findLinkByCode } from './store/payment-links.ts';

/**
 * The link with this code or id; a code may be in any case, with hyphens or blanks. Throws OperatorError `not_found`
 * when there is none.
 */
export async function requireLink(db: Pick<Database, 'query'>, codeOrId: string): Promise<PaymentLink> {
  return (await findLinkByCode(db, codeOrId)) ?? (await findLink(db, codeOrId)) ?? failWithoutLink(codeOrId);
}

/** Throws OperatorError: there is no such link. */
export function failWithoutLink(codeOrId: string): never {
  throw new OperatorError('not_found', 'link', refusal('linkNotFound', { id: codeOrId }));
}
