import type { Payment, PaymentMethod } from '../../core/payment.ts';
import type { Database, Transaction } from '../../database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { type CreatePaymentDeps, createPayment, type PaymentRequest } from '../payments/create-payment.ts';
import { insertFree } from '../payments/store-payment.ts';
import { findWebsite } from '../websites/store/websites.ts';
import { isEmailAccepted, isNameAccepted, isPhoneAccepted, type LinkCustomer } from './link-customer.ts';
import { LEAST_MINOR, type LinkMethod, linkState, mostOfLink, type PaymentLink } from './payment-link.ts';
import { findPaymentOfForm, insertLinkPayment, reserveUnits } from './store/link-payments.ts';
import { findLink } from './store/payment-links.ts';

/** The customer's name when the link does not require it. */
const NO_NAME = 'Customer';

/** The customer's input on a link's page. */
export interface LinkForm extends LinkCustomer {
  /** The id of the form: sending it again creates no second payment. */
  readonly formId: string;
  readonly method: PaymentMethod;
  /**
   * The amount that the customer chose, in minor units of the link's currency; not read when the link sets the amount.
   */
  readonly amountMinor: number | null;
  /** How many units the customer buys. */
  readonly quantity: number;
}

/** Why a link cannot be paid at all, or cannot be paid with this input. */
export type LinkRefusal =
  | 'unknown'
  | 'form_used'
  | 'website_inactive'
  | 'deactivated'
  | 'expired'
  | 'sold_out'
  | 'in_use'
  | 'method'
  | 'amount'
  | 'quantity'
  | 'name'
  | 'phone'
  | 'email';

/**
 * The payment was not created, and no unit was used. `quantity`: more units than one payment may buy, or than are left.
 */
export class LinkRefused extends Error {
  override readonly name = 'LinkRefused';
  readonly reason: LinkRefusal;

  constructor(reason: LinkRefusal) {
    super(`the link does not accept this payment: ${reason}`);
    this.reason = reason;
  }
}

/**
 * Creates the payment that a customer requests on a link's page: an ordinary payment of the link's key, whose metadata
 * names the link. It reserves its units of the link in the same transaction, so the link never sells more units than it
 * has, and no unit is reserved without its payment. If the form was sent before, returns the payment that it created.
 *
 * Throws LinkRefused, and any error of `createPayment`. If the provider refuses the payment, its units are released.
 */
export async function createLinkPayment(
  deps: Omit<CreatePaymentDeps, 'store'> & { readonly db: Database },
  linkId: string,
  form: LinkForm,
  log: Log,
): Promise<Payment> {
  const { db } = deps;
  const link = await findLink(db, linkId);
  const website = link && (await findWebsite(db, link.websiteId));
  if (!link || !website) throw new LinkRefused('unknown');
  const former = await findPaymentOfForm(db, form.formId);
  if (former) return former;
  if (website.deactivatedAtUs !== null) throw new LinkRefused('website_inactive');
  const state = linkState(link, deps.clock());
  if (state !== 'active') throw new LinkRefused(state);
  const request = requestOf(link, form);
  const store: CreatePaymentDeps['store'] = (payment) =>
    // Payments of the same link wait for the lock of the link's row.
    db.transaction((tx) => storeWithUnits(tx, deps, { link, form, payment }), { crowdedRow: link.id });
  try {
    const creator = { apiKeyId: link.apiKeyId, mode: link.mode, website };
    return (await createPayment({ ...deps, store }, creator, request, log)).payment;
  } catch (error) {
    if (error instanceof FormUsed) {
      const same = await findPaymentOfForm(db, form.formId);
      // Data retention or archiving has deleted the form's payment.
      if (!same) throw new LinkRefused('form_used');
      return same;
    }
    if (error instanceof NoUnitLeft) throw new LinkRefused(await refusalOf(deps, linkId, form));
    throw error;
  }
}

/** Stores a payment and reserves its units. False, with nothing written, when another payment has its id. */
async function storeWithUnits(
  tx: Transaction,
  { clock }: Pick<CreatePaymentDeps, 'clock'>,
  {
    link,
    form: { formId, quantity },
    payment,
  }: { link: PaymentLink; form: Pick<LinkForm, 'formId' | 'quantity'>; payment: Payment },
): Promise<boolean> {
  // The order of the locks is the same as when a payment is settled. First come the payment's own rows, then the link's
  // row, which stays locked until the commit.
  if (!(await insertFree(tx, [payment])).has(payment)) return false;
  if (!(await insertLinkPayment(tx, payment, { linkId: link.id, formId, quantity }))) throw new FormUsed();
  if (!(await reserveUnits(tx, { linkId: link.id, quantity, nowUs: clock() }))) throw new NoUnitLeft();
  return true;
}

/**
 * The payment request that corresponds to the customer's input. Throws LinkRefused for input that the link does not
 * accept.
 */
function requestOf(link: PaymentLink, form: LinkForm): PaymentRequest {
  if (!link.methods.includes(form.method as LinkMethod)) throw new LinkRefused('method');
  const { quantity } = form;
  if (!(Number.isSafeInteger(quantity) && quantity >= 1 && quantity <= link.maxQuantity))
    throw new LinkRefused('quantity');
  const amountMinor = link.amountMode === 'fixed' ? (link.amountMinor ?? 0) * quantity : form.amountMinor;
  if (amountMinor === null || !isWithin(link, amountMinor)) throw new LinkRefused('amount');
  if (!isNameAccepted(link, form)) throw new LinkRefused('name');
  if (!isPhoneAccepted(link, form)) throw new LinkRefused('phone');
  if (!isEmailAccepted(link, form)) throw new LinkRefused('email');
  const customerName = link.asksName ? form.customerName.trim() : NO_NAME;
  const customerPhone = link.asksPhone ? form.customerPhone.trim() : null;
  return {
    amount: { amountMinor, currency: link.currency },
    method: form.method,
    customerName,
    customerEmail: (link.asksEmail && form.customerEmail.trim()) || null,
    customerPhone,
    reference: null,
    description: quantity > 1 ? `${quantity} × ${link.name}` : link.name,
    metadata: JSON.stringify({ link: link.code, ...(quantity > 1 && { quantity }) }),
    recurringInterval: null,
    recurringIntervalCount: null,
  };
}

/** Whether a customer may choose this amount. Always true for a fixed amount. */
function isWithin({ amountMode, minMinor, maxMinor }: PaymentLink, amountMinor: number): boolean {
  if (amountMode === 'fixed') return true;
  return amountMinor >= (minMinor ?? LEAST_MINOR) && (maxMinor === null || amountMinor <= maxMinor);
}

/**
 * Why the units were not available, by the link's state after the failure. `in_use` if units have been released in the
 * meantime, so that the customer can try again.
 */
async function refusalOf(
  { db, clock }: { db: Database; clock: () => number },
  linkId: string,
  { quantity }: LinkForm,
): Promise<LinkRefusal> {
  const link = await findLink(db, linkId);
  if (!link) return 'unknown';
  const state = linkState(link, clock());
  if (state !== 'active') return state;
  return quantity > mostOfLink(link) ? 'quantity' : 'in_use';
}

/** This form has already created a payment, perhaps in a concurrent request. */
class FormUsed extends Error {}

/** The link has too few units left, has expired or is deactivated. */
class NoUnitLeft extends Error {}
