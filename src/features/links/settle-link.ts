import type { Clock } from '../../platform/clock/clock.ts';
import type { SettleStep } from '../payments/settle-payment.ts';
import { queueLinkNotice, settleLinkPayment } from './store/link-payments.ts';

/**
 * What happens when a payment of a link becomes final: its unit is sold or released. If the payment was completed, the
 * seller's notice is queued where e-mail is set up. Does nothing for other payments.
 */
export function settleLink({ clock, canSendNotices }: { clock: Clock; canSendNotices: boolean }): SettleStep {
  return {
    async onFinal(tx, settled) {
      const linkId = await settleLinkPayment(tx, settled);
      if (!canSendNotices || settled.status !== 'completed' || linkId === undefined) return;
      await queueLinkNotice(tx, { paymentId: settled.id, linkId, nowUs: clock() });
    },
  };
}
