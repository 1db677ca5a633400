import { parseTransactionId } from '../../core/ids.ts';
import { findSession } from '../../features/checkout/store/sessions.ts';
import { findLink, findLinkByCode } from '../../features/links/store/payment-links.ts';
import { findPayment } from '../../features/payments/store/find-payment.ts';
import { findRefund } from '../../features/refunds/store/refunds.ts';
import { findSubscription } from '../../features/subscriptions/store/subscriptions.ts';
import { findDelivery } from '../../features/webhooks/store/list-deliveries.ts';
import { findWebsite } from '../../features/websites/store/websites.ts';
import { may, type SignedInContext } from '../console-context.ts';
import { isVisible } from '../visible.ts';

/**
 * The page of the item with an id, below `/console`; undefined if the text is not the id of an item that the user may
 * see.
 */
export async function pathOfId(context: SignedInContext, text: string): Promise<string | undefined> {
  const { db } = context.deps;
  const [prefix] = /^[a-z]{3}(?=_\w+$)/.exec(text) ?? [];
  const number = parseTransactionId(text.replaceAll(/\s/g, ''));
  const found = async (place: string, item: { id: string | number; websiteId: string } | undefined) =>
    item && isVisible(context, item.websiteId) ? `${place}/${item.id}` : undefined;
  if (number !== undefined) return found('/payments', await findPayment(db, number));
  switch (prefix) {
    case 'web': {
      const website = await findWebsite(db, text);
      return found('/websites', website && { id: text, websiteId: website.id });
    }
    case 'lnk':
      return found('/links', await findLink(db, text));
    case 'cos':
      return found('/checkout', await findSession(db, text));
    case 'sub':
      return found('/recurring', await findSubscription(db, text));
    case 'rfd':
      return found('/refunds', await findRefund(db, text));
    case 'dlv':
      return may(context, 'deliveries.read') ? found('/webhooks', await findDelivery(db, text)) : undefined;
  }
  return found('/links', await findLinkByCode(db, text));
}
