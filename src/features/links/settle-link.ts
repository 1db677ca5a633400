import type { Clock } from '../../platform/clock/clock.ts';
import type { SettleStep } from '../payments/settle-payment.ts';
import { queueLinkNotice, settleLinkPayment } from './store/link-payments.ts';

/**
 * When a payment of a link becomes final, sells or releases its units. If the payment was completed, queues the
 * seller's notice if e-mail is set up. Does nothing for other payments.
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
