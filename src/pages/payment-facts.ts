import type { FastifyRequest } from 'fastify';
import type { Money } from '../core/money.ts';
import type { Payment } from '../core/payment.ts';
import { findSessionOfPayment } from '../features/checkout/store/sessions.ts';
import { linkPath } from '../features/links/payment-link.ts';
import { findLinkCodeOfPayment, mayBeOfLink } from '../features/links/store/link-payments.ts';
import { type Discrepancy, type DiscrepancyKind, isReturned } from '../features/payments/discrepancies/discrepancy.ts';
import { discrepanciesOf } from '../features/payments/discrepancies/store/discrepancies.ts';
import { chargedOtherwise, type MoneyBack } from '../features/receipts/receipt.ts';
import { moneyBackWith } from '../features/refunds/money-back.ts';
import { listRefundsOf } from '../features/refunds/store/refunds.ts';
import { findWebsite, type Website } from '../features/websites/store/websites.ts';
import { formField, queryField } from '../http/form-fields.ts';
import { pathOf } from '../platform/network/web-url.ts';
import { type Merchant, merchantOf } from './merchant.ts';
import { isLanguageSwitch, sessionHref } from './page-href.ts';
import type { PagesDeps } from './pages-deps.ts';
import { reloadSeconds } from './reload-seconds.ts';

/** The characters that the field of an e-mail address holds. */
const LONGEST_ADDRESS = 254;
/** A customer who opens the page of a completed payment later than this has returned, and may believe that it is still unpaid. */
const REVISIT_US = 600_000_000;
/**
 * The discrepancies that report money which did not complete the payment. For a completed payment, another sum may be the same money,
 * reported differently.
 */
const OF_MONEY: Readonly<Record<'completed' | 'failed', readonly DiscrepancyKind[]>> = {
  completed: ['paid_twice'],
  failed: ['paid_after_failure', 'amount_mismatch', 'paid_twice', 'returned_before_completion'],
};

/**
 * Whether the customer of a failed payment was charged: certainly not, perhaps, or with money that arrived after the
 * failure.
 */
export type MoneyTaken = 'nothing' | 'perhaps' | 'late';

const RESULTS = ['requested', 'wrong'] as const;

/** The form for a receipt by e-mail: as it is first shown, after a request, or after a text that is no address. */
export type ReceiptMail = 'form' | (typeof RESULTS)[number];

/** The state of a payment's receipt by e-mail, as its page shows it. */
export function receiptMailOf(
  { receiptModes }: Pick<PagesDeps, 'receiptModes'>,
  { mode, status }: Payment,
  request: FastifyRequest,
): ReceiptMail | undefined {
  if (status !== 'completed' || !receiptModes.includes(mode)) return undefined;
  return RESULTS.find((result) => result === queryField(request, 'receipt')) ?? 'form';
}

/** The data of a payment's page besides the payment's row. */
export interface PaymentFacts {
  readonly website: Website | undefined;
  /** The website as its customers see it; undefined in the widget, because the merchant's own page is around the frame. */
  readonly merchant: Merchant | undefined;
  /** For a failed payment. A customer who was charged, or may have been, must not read that nothing was charged. */
  readonly taken: MoneyTaken;
  /** Money that is known to have arrived for a failed payment, or in addition for a completed one, oldest first. */
  readonly received: readonly Discrepancy[];
  /**
   * For a completed payment: the money that has since been refunded, or that its provider reported as returned or held.
   */
  readonly back: readonly MoneyBack[];
  /** The amount charged to the card, if its currency differs from the payment's. */
  readonly charged: Money | undefined;
  /** Whether the payment was completed a while ago. */
  readonly isRevisit: boolean;
  /**
   * Where the customer of a payment link returns to: the seller's message for a paid payment, or the link's page. Undefined for other
   * payments.
   */
  readonly linkHref: string | undefined;
  /** The payment's checkout session, with the address of its page; undefined for other payments. */
  readonly session: { readonly id: string; readonly href: string; readonly returnUrl: string | null } | undefined;
  /** The state of the receipt by e-mail; undefined if none can be requested. */
  readonly receiptMail: ReceiptMail | undefined;
  /** The address that was typed for the receipt before the language was switched; empty otherwise. */
  readonly typedEmail: string;
  /** Seconds until a waiting page reloads; undefined once it stops reloading, or if the visitor turned reloading off. */
  readonly reloadSeconds: number | undefined;
}

/** Reads the data of a payment that the requested page shows. */
export async function factsOf(
  deps: Pick<PagesDeps, 'db' | 'clock' | 'providerFor' | 'publicUrl' | 'receiptModes'>,
  payment: Payment,
  request: FastifyRequest,
): Promise<PaymentFacts> {
  const { db, clock, publicUrl } = deps;
  const nowUs = clock();
  const website = await findWebsite(db, payment.websiteId);
  const isFinal = payment.status === 'completed' || payment.status === 'failed';
  const discrepancies = isFinal ? await discrepanciesOf(db, payment.id) : [];
  const received = receivedFor(payment, discrepancies);
  return {
    website,
    merchant: merchantOf(website, publicUrl),
    taken: takenFor(deps, payment, received),
    received,
    back: payment.status === 'completed' ? moneyBackWith(discrepancies, await listRefundsOf(db, payment.id)) : [],
    charged: chargedOtherwise(payment, deps.providerFor(payment.mode, payment.method)),
    linkHref: await linkHrefOf({ db, publicUrl }, payment, request),
    session: await sessionOf({ db, publicUrl }, payment),
    isRevisit: payment.status === 'completed' && nowUs - (payment.finishedAtUs ?? nowUs) > REVISIT_US,
    receiptMail: receiptMailOf(deps, payment, request),
    typedEmail: isLanguageSwitch(request) ? formField(request, 'email').slice(0, LONGEST_ADDRESS) : '',
    reloadSeconds: queryField(request, 'still') === '' ? reloadSeconds(nowUs - payment.createdAtUs) : undefined,
  };
}

/**
 * The address for `linkHref`. For a completed payment it has the proof from the address of the payment's own page. Otherwise, and without
 * that proof, it leads to the link's page.
 */
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

async function sessionOf(
  { db, publicUrl }: Pick<PagesDeps, 'db' | 'publicUrl'>,
  payment: Payment,
): Promise<PaymentFacts['session']> {
  const session = await findSessionOfPayment(db, payment);
  if (!session) return undefined;
  const { id, code, returnUrl } = session;
  return { id, returnUrl, href: sessionHref(publicUrl, code) };
}

/** A second charge that was returned completely does not count. */
function receivedFor({ status }: Payment, discrepancies: readonly Discrepancy[]): Discrepancy[] {
  if (status !== 'completed' && status !== 'failed') return [];
  return discrepancies.filter(
    (each) => OF_MONEY[status].includes(each.kind) && !(status === 'completed' && isReturned(each)),
  );
}

function takenFor(
  { providerFor }: Pick<PagesDeps, 'providerFor'>,
  { status, failureReason, mode, method }: Payment,
  received: PaymentFacts['received'],
): MoneyTaken {
  if (status !== 'failed') return 'perhaps';
  if (received.some(({ kind }) => kind === 'paid_after_failure')) return 'late';
  // The customer paid a different amount.
  if (failureReason === 'amount_mismatch') return 'perhaps';
  // The payment was paid and is being returned: the card statement shows both.
  if (received.some(({ kind }) => kind === 'returned_before_completion')) return 'perhaps';
  return providerFor(mode, method)?.isFailureSure ? 'nothing' : 'perhaps';
}
