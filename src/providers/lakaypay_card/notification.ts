import { parseTransactionId } from '../../core/ids.ts';
import { type ChargeName, parseChargeReference } from '../../core/recurring.ts';
import { parseTimestamp } from '../../core/timestamps.ts';
import { firstFields } from '../../platform/text/first-fields.ts';
import type { Incoming, Notice, Outcome, UnknownMoney, Verification } from '../provider.ts';
import { type FormFields, isSigned, signedNames } from './form-signature.ts';
import { describeResult, readMoney } from './provider-response.ts';
import { readResult } from './results.ts';
import type { LakaypayCardSettings } from './settings.ts';

const ALWAYS_SIGNED = ['decision', 'req_reference_number', 'req_access_key', 'req_profile_id'];
/** Further fields that must be signed in a result about money. */
const SIGNED_WITH_MONEY = ['reason_code', 'transaction_id', 'req_amount', 'req_currency'];
const MONEY_DECISIONS = ['ACCEPT', 'REVIEW', 'DECLINE'];
const TRANSACTION_ID = /^[\w-]{1,64}$/;

const REVIEW_CHECK_US = 900_000_000;

/** A result that the page has signed. `fields` holds only signed fields. */
interface ResultPost {
  /** Undefined when the result belongs to another system that uses the same profile. */
  readonly paymentId: number | undefined;
  /** The name of a subscription's charge, in place of an id. */
  readonly chargeName: ChargeName | undefined;
  readonly fields: FormFields;
}

/**
 * Reads a message below `/providers/lakaypay_card/`: the browser's result at `return` and `cancel`, the server's at
 * `notify`.
 */
export function readNotification(settings: LakaypayCardSettings, incoming: Incoming, nowUs: number): Notice {
  const isServer = incoming.path === 'notify';
  if (!isServer && incoming.path !== 'return' && incoming.path !== 'cancel') {
    return { paymentId: undefined, response: { status: 404, body: '' } };
  }
  const post = readResultPost(settings, incoming);
  const verification = post && provenBy(post, nowUs + REVIEW_CHECK_US);
  const past = verification && isOld(post.fields, settings, nowUs) ? moneyOf(verification) : undefined;
  return {
    paymentId: post?.paymentId,
    ...(post && { isProven: true }),
    ...(post?.chargeName && { chargeName: post.chargeName }),
    ...(past ? { money: past } : verification && { verification }),
    response: isServer ? { status: post ? 200 : 400, body: '' } : post ? 'customer' : 'visitor',
  };
}

/** Reads a result that a browser or the page's server has posted. Undefined if our profile has not signed it. */
function readResultPost(
  { secretKey, accessKey, profileId }: LakaypayCardSettings,
  { method, body }: Pick<Incoming, 'method' | 'body'>,
): ResultPost | undefined {
  const sent = method === 'POST' ? readForm(body.toString('utf8')) : undefined;
  if (!sent || !isSigned(secretKey, sent)) return undefined;
  const fields = Object.fromEntries((signedNames(sent) ?? []).map((name) => [name, sent[name] ?? '']));
  const needed = MONEY_DECISIONS.includes(fields.decision ?? '')
    ? [...ALWAYS_SIGNED, ...SIGNED_WITH_MONEY]
    : ALWAYS_SIGNED;
  if (!needed.every((name) => Object.hasOwn(fields, name))) return undefined;
  if (fields.req_access_key !== accessKey || fields.req_profile_id !== profileId) return undefined;
  const reference = fields.req_reference_number ?? '';
  return { paymentId: parseTransactionId(reference), chargeName: parseChargeReference(reference), fields };
}

/**
 * Whether a result is so old that the money may have been returned since. CyberSource's search then knows the charge
 * and its returns, so it is queried instead.
 */
function isOld(
  { signed_date_time: signedAt }: FormFields,
  { searchLagSeconds }: LakaypayCardSettings,
  nowUs: number,
): boolean {
  const signedAtUs = parseTimestamp(signedAt ?? '');
  return signedAtUs !== undefined && nowUs - signedAtUs > searchLagSeconds * 1_000_000;
}

/** The money of an accepted result: it was paid, even if it was returned since. Undefined for any other result. */
function moneyOf({ outcome, providerRef }: Verification): UnknownMoney | undefined {
  return outcome.status === 'completed' ? { providerRef, paid: outcome.paid } : undefined;
}

/** The outcome that a signed result proves; undefined when it proves none, and the transaction has to be looked up. */
function provenBy({ fields }: ResultPost, nextCheckAtUs: number): Verification | undefined {
  const outcome = outcomeOf(fields);
  const { transaction_id: transactionId, payment_token: cardToken } = fields;
  if (!outcome || (transactionId !== undefined && !TRANSACTION_ID.test(transactionId))) return undefined;
  return {
    outcome,
    response: describeResult({
      decision: fields.decision,
      reasonCode: fields.reason_code,
      message: fields.message,
      transactionId,
      cardNumber: fields.req_card_number,
      cardType: fields.req_card_type,
    }),
    nextCheckAtUs,
    ...(transactionId !== undefined && { providerRef: transactionId }),
    ...(outcome.status === 'completed' && cardToken && { cardToken }),
  };
}

function outcomeOf(fields: FormFields): Outcome | undefined {
  const result = readResult(fields.decision, fields.reason_code);
  switch (result.kind) {
    case 'failed':
      return { status: 'failed', failureReason: result.failureReason };
    case 'review':
      return { status: 'open', isSubmitted: true };
    case 'unknown':
      return undefined;
    case 'paid':
    case 'partial': {
      // For a partial approval only the approved amount counts: the core then finds that it differs from the requested
      // one.
      const amount = fields.auth_amount ?? (result.kind === 'paid' ? fields.req_amount : undefined);
      const paid = readMoney(amount, fields.req_currency);
      return paid && { status: 'completed', paid };
    }
  }
}

/** Undefined for a form with a repeated field: it is unknown which of the two was signed. */
function readForm(text: string): FormFields | undefined {
  const pairs = [...new URLSearchParams(firstFields(text))];
  const fields = Object.fromEntries(pairs);
  return Object.keys(fields).length === pairs.length ? fields : undefined;
}
