import { parseTransactionId } from '../../core/ids.ts';
import type { Money } from '../../core/money.ts';
import { type ChargeName, parseChargeReference } from '../../core/recurring.ts';
import { parseTimestamp } from '../../core/timestamps.ts';
import { asObject, type JsonObject, textOf } from '../../platform/text/json-object.ts';
import { describeResult, readMoney } from './provider-response.ts';
import { type Result, readResult } from './results.ts';

/** One transaction in CyberSource's records, as a search returns it. */
export interface TransactionSummary {
  readonly id: string;
  /** The reference of the transaction: for ours, a payment's id or the name of a charge. */
  readonly reference: string | undefined;
  readonly paymentId: number | undefined;
  /** For a refund by this gateway: the reference of the charge. */
  readonly refundOf: string | undefined;
  readonly chargeName: ChargeName | undefined;
  readonly atUs: number;
  /** Undefined for a transaction that is neither a charge nor an attempt at one, such as a refund. */
  readonly result: Result | undefined;
  /** How an accepted transaction returns the money of a charge. A void may be the void of a refund instead; a reversal never is. */
  readonly giveBack: 'refunded' | 'voided' | 'reversed' | undefined;
  /** The reason code of a refund that was refused: it returned no money. */
  readonly refusedRefund: string | undefined;
  readonly money: Money | undefined;
  readonly cardToken: string | undefined;
  readonly response: JsonObject;
}

/** A search returns the services of a transaction, each with its own result, and no decision. */
interface Application {
  readonly name: string;
  readonly reasonCode: string;
  readonly message: string | undefined;
}

/** The service that captures the money: an authorization alone only holds it. */
const CHARGE = 'ics_bill';
const AUTHORIZATION = 'ics_auth';
const CREDIT = 'ics_credit';
const DUPLICATE = '104';
const REVIEWS = ['480', '201', '520'];
/**
 * The reasons of declines, and of requests that were not valid. With any other reason, the charge may or may not exist.
 */
const DECLINES =
  '101 102 200 202 203 204 205 207 208 210 211 221 222 230 231 232 233 234 236 240 475 476 478 481'.split(' ');

/** Further reasons for which a refund is refused: no such charge, a charge that was voided, an account that may not refund. */
const REFUND_REFUSALS = '241 242 243 247 254'.split(' ');

/** Reads one summary; undefined for a value without an id or a time. */
export function readSummary(value: unknown): TransactionSummary | undefined {
  const summary = asObject(value);
  const { id, submitTimeUtc } = summary;
  const atUs = typeof submitTimeUtc === 'string' ? parseTimestamp(zoned(submitTimeUtc)) : undefined;
  if (typeof id !== 'string' || atUs === undefined) return undefined;
  const applications = readApplications(summary);
  const decisive = decisiveOf(applications);
  const reference = textOf(asObject(summary.clientReferenceInformation).code);
  const { totalAmount, currency } = asObject(asObject(summary.orderInformation).amountDetails);
  const { card, customer } = asObject(summary.paymentInformation);
  const result = resultOf(applications);
  return {
    id,
    reference,
    paymentId: parseTransactionId(reference ?? ''),
    refundOf: textOf(asObject(summary.buyerInformation).merchantCustomerId),
    chargeName: parseChargeReference(reference ?? ''),
    atUs,
    result,
    giveBack: result ? undefined : giveBackOf(applications),
    refusedRefund: result ? undefined : refusedRefundOf(applications),
    money: readMoney(totalAmount, currency),
    cardToken: textOf(asObject(customer).id) ?? textOf(asObject(customer).customerId),
    response: describeResult({
      decision: result && DECISIONS[result.kind],
      reasonCode: decisive?.reasonCode,
      message: decisive?.message,
      transactionId: id,
      cardNumber: textOf(asObject(card).suffix),
      cardType: textOf(asObject(card).type),
    }),
  };
}

/** A void and a reversal return all of a charge, and name no amount. A rejected return moved nothing. */
function giveBackOf(applications: readonly Application[]): TransactionSummary['giveBack'] {
  const isAccepted = (name: string) => applications.some((one) => one.name === name && one.reasonCode === '100');
  if (isAccepted(CREDIT)) return 'refunded';
  if (isAccepted('ics_auth_reversal')) return 'reversed';
  return isAccepted('ics_void') ? 'voided' : undefined;
}

/** A failure of the server proves nothing, and a duplicate is about an earlier request. */
function refusedRefundOf(applications: readonly Application[]): string | undefined {
  const credit = applications.find(({ name }) => name === CREDIT);
  return credit && [...DECLINES, ...REFUND_REFUSALS].includes(credit.reasonCode) ? credit.reasonCode : undefined;
}

const DECISIONS = { paid: 'ACCEPT', partial: 'ACCEPT', review: 'REVIEW', failed: 'DECLINE', unknown: undefined };

function resultOf(applications: readonly Application[]): Result | undefined {
  const codeOf = (name: string) => applications.find((one) => one.name === name)?.reasonCode;
  const [charge, authorization] = [codeOf(CHARGE), codeOf(AUTHORIZATION)];
  if (charge === undefined && authorization === undefined) return undefined;
  if (authorization === '110' || charge === '110') return { kind: 'partial' };
  if (charge === '100') return { kind: 'paid' };
  const codes = applications.map(({ reasonCode }) => reasonCode);
  if (codes.includes(DUPLICATE)) return undefined;
  if (codes.some((code) => REVIEWS.includes(code))) return { kind: 'review' };
  const reason = decisiveOf(applications)?.reasonCode ?? '';
  // An authorization without its charge is not paid yet, and server failures prove nothing.
  return DECLINES.includes(reason) ? readResult('DECLINE', reason) : { kind: 'unknown' };
}

/**
 * The service that decides the result: the first one that did not succeed, with the card's own services before others. When all
 * succeeded, it is the charge.
 */
function decisiveOf(applications: readonly Application[]): Application | undefined {
  const failed = applications.filter(({ reasonCode }) => reasonCode !== '100');
  const isCards = ({ name }: Application) => name === AUTHORIZATION || name === CHARGE;
  return failed.find(isCards) ?? failed[0] ?? applications.find(({ name }) => name === CHARGE);
}

function readApplications(summary: JsonObject): Application[] {
  const { applications } = asObject(summary.applicationInformation);
  return (Array.isArray(applications) ? applications : []).map((value) => {
    const { name, reasonCode, rMessage } = asObject(value);
    return { name: String(name), reasonCode: String(reasonCode), message: textOf(rMessage) };
  });
}

/** Times are UTC; some responses omit the `Z`. */
function zoned(time: string): string {
  return /Z$|[+-]\d\d:?\d\d$/.test(time) ? time.replace(/([+-]\d\d)(\d\d)$/, '$1:$2') : `${time}Z`;
}
