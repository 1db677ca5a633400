import type { FastifyRequest } from 'fastify';
import type { Discrepancy, DiscrepancyKind } from '../domain/discrepancy.ts';
import type { Money } from '../domain/money.ts';
import type { Payment } from '../domain/payment.ts';
import { linkPath } from '../domain/payment-link.ts';
import { queryField } from '../http/form-fields.ts';
import { pathOf } from '../lib/web-url.ts';
import { chargedOtherwise } from '../receipts/receipt.ts';
import { discrepanciesOf } from '../storage/discrepancies.ts';
import { findLinkCodeOfPayment, mayBeOfLink } from '../storage/links/link-payments.ts';
import { findWebsite, type Website } from '../storage/websites.ts';
import { type Merchant, merchantOf } from './merchant.ts';
import type { PagesDeps } from './pages-deps.ts';
import { reloadSeconds } from './reload-seconds.ts';

/** Who opens the page of a completed payment after this has come once more, and may believe that it is still to be paid. */
const REVISIT_US = 600_000_000;
/** What tells of money that did not complete the payment. Of a completed one another sum may be the same money, seen otherwise. */
const OF_MONEY: Readonly<Record<'completed' | 'failed', readonly DiscrepancyKind[]>> = {
  completed: ['paid_twice'],
  failed: ['paid_after_failure', 'amount_mismatch', 'paid_twice', 'returned_before_completion'],
};

/**
 * What was taken from the customer of a failed payment: surely nothing; perhaps something, nobody knows; or money that came
 * after its end.
 */
export type Taken = 'nothing' | 'perhaps' | 'late';

/** What pages show of a payment besides its row. */
export interface PaymentFacts {
  readonly website: Website | undefined;
  /** The same website as its customers see it; in the widget the merchant's own page is around the frame. */
  readonly merchant: Merchant | undefined;
  /** Of a failed payment. Nobody who was charged, or may have been, is told that they paid nothing. */
  readonly taken: Taken;
  /** Money that came for a failed payment, or besides that of a completed one, as far as it is known: the oldest first. */
  readonly received: readonly Discrepancy[];
  /** What the card is charged, where that is another currency than the payment's. */
  readonly charged: Money | undefined;
  /** Whether it was completed a while ago. */
  readonly isRevisit: boolean;
  /** Where the customer of a payment link goes back to: what its seller says to who has paid, or its page. Undefined for others. */
  readonly linkHref: string | undefined;
  /** When a page that waits for the provider asks again; undefined once it no longer does, or was asked to stay as it is. */
  readonly reloadSeconds: number | undefined;
}

/** Looks up what the page that is asked for shows of a payment. */
export async function factsOf(
  deps: Pick<PagesDeps, 'db' | 'clock' | 'providerFor' | 'publicUrl'>,
  payment: Payment,
  request: FastifyRequest,
): Promise<PaymentFacts> {
  const { db, clock, publicUrl } = deps;
  const nowUs = clock();
  const website = await findWebsite(db, payment.websiteId);
  const received = await receivedFor(db, payment);
  return {
    website,
    merchant: merchantOf(website, publicUrl),
    taken: takenFor(deps, payment, received),
    received,
    charged: chargedOtherwise(payment, deps.providerFor(payment.mode, payment.method)),
    linkHref: await linkHrefOf({ db, publicUrl }, payment, request),
    isRevisit: payment.status === 'completed' && nowUs - (payment.finishedAtUs ?? nowUs) > REVISIT_US,
    reloadSeconds: queryField(request, 'still') === '' ? reloadSeconds(nowUs - payment.createdAtUs) : undefined,
  };
}

/** With the proof that the payment's own page has in its address; a page that is shown without it leads to the link alone. */
async function linkHrefOf(
  { db, publicUrl }: Pick<PagesDeps, 'db' | 'publicUrl'>,
  payment: Payment,
  { params }: FastifyRequest,
): Promise<string | undefined> {
  const code = mayBeOfLink(payment) ? await findLinkCodeOfPayment(db, payment.id) : undefined;
  if (code === undefined) return undefined;
  const { tag } = params as { tag?: string };
  const proof = payment.status === 'completed' && tag !== undefined ? `/${payment.id}/${tag}` : '';
  return `${pathOf(publicUrl)}${linkPath(code)}${proof}`;
}

async function receivedFor(db: PagesDeps['db'], { id, status }: Payment): Promise<Discrepancy[]> {
  if (status !== 'completed' && status !== 'failed') return [];
  return (await discrepanciesOf(db, id)).filter(({ kind }) => OF_MONEY[status].includes(kind));
}

function takenFor(
  { providerFor }: Pick<PagesDeps, 'providerFor'>,
  { status, failureReason, mode, method }: Payment,
  received: PaymentFacts['received'],
): Taken {
  if (status !== 'failed') return 'perhaps';
  if (received.some(({ kind }) => kind === 'paid_after_failure')) return 'late';
  // Another amount than the one asked for was paid.
  if (failureReason === 'amount_mismatch') return 'perhaps';
  // It was paid, and is on its way back: the card's statement shows both.
  if (received.some(({ kind }) => kind === 'returned_before_completion')) return 'perhaps';
  return providerFor(mode, method)?.isFailureSure ? 'nothing' : 'perhaps';
}
