import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Observation } from '../checker/history.ts';
import type { Back, Host } from '../world/network.ts';
import { BEGINS_AT_US, type World } from '../world/world.ts';
import type { Subscription } from './template.ts';

export const CARD_HOST = 'cybersource.example';
const SHARED_SECRET = Buffer.from('cybersource-rest-secret-4d1').toString('base64');
/** The search finds a transaction after at most this time. The gateway is configured with the same time. */
const SEARCH_LAG_SECONDS = 60;

interface Decline {
  readonly reason: string;
  /** The code of the reason in a search. */
  readonly code: string;
  readonly word: string;
  /** The bank's response code and the network's advice, which only the response and the transaction itself have. */
  readonly bank?: string;
  readonly advice?: string;
  /** Whether this card must not be charged again: written by hand from the networks' rules. */
  readonly stops: boolean;
}

/** The reasons for which banks decline a charge. */
const DECLINES: readonly Decline[] = [
  { reason: 'INSUFFICIENT_FUND', code: '204', word: 'insufficient_balance', bank: '51', advice: '02', stops: false },
  { reason: 'PROCESSOR_DECLINED', code: '203', word: 'declined', bank: '05', stops: false },
  { reason: 'EXPIRED_CARD', code: '202', word: 'expired_card', stops: true },
  { reason: 'PROCESSOR_DECLINED', code: '203', word: 'declined', bank: '41', stops: true },
  { reason: 'PROCESSOR_DECLINED', code: '203', word: 'declined', bank: 'R1', stops: true },
  { reason: 'PROCESSOR_DECLINED', code: '203', word: 'declined', bank: '05', advice: '21', stops: true },
];

interface Transaction {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly processorInformation: object;
  readonly amount: string;
  readonly currency: string;
  readonly atUs: number;
  readonly knownAtUs: number;
}

/** The parts of CyberSource that recurring charges need, with its own records. Its search shows transactions late. */
export function cybersource(
  world: World,
  record: (observation: Observation) => void,
  { subscriptions, dataDir }: { subscriptions: readonly Subscription[]; dataDir: string },
): Host {
  const random = world.random.fork('cybersource');
  const transactions: Transaction[] = [];
  for (const { payment, transaction, amountMinor, currency } of subscriptions) {
    const charge = { order: payment, transaction, costMinor: amountMinor, currency, knownAt: 0 };
    record({ kind: 'paid', method: 'lakaypay_card', ...charge });
  }

  const charge = (body: Charge): Back => {
    const name = body.clientReferenceInformation.code;
    const { totalAmount: amount, currency } = body.orderInformation.amountDetails;
    const amountMinor = Math.round(Number(amount) * 100);
    const token = body.paymentInformation.customer.id;
    record({ kind: 'provider', call: 'charge', order: name, amountMinor, token, mark: markIn(dataDir) });
    const declined = random.percent(20) ? random.pick(DECLINES) : undefined;
    const id = `7${random.between(1e8, 2e9)}${random.between(1e8, 2e9)}`;
    const lagUs = random.between(0, SEARCH_LAG_SECONDS - 5) * 1_000_000;
    const code = declined?.code ?? '100';
    const processorInformation = processorOf(declined);
    const booked = { id, name, code, processorInformation, amount, currency, atUs: world.nowUs };
    transactions.push({ ...booked, knownAtUs: world.nowUs + lagUs });
    if (declined) {
      record({ kind: 'attempt', order: name, word: declined.word, stops: declined.stops });
      const errorInformation = { reason: declined.reason, message: 'no' };
      return json(201, { id, status: 'DECLINED', errorInformation, processorInformation });
    }
    const knownAt = world.nowUs + lagUs - BEGINS_AT_US;
    const made = { order: name, transaction: id, costMinor: amountMinor, currency, knownAt };
    record({ kind: 'paid', method: 'lakaypay_card', ...made });
    return json(201, {
      id,
      status: 'AUTHORIZED',
      orderInformation: { amountDetails: { authorizedAmount: amount, currency } },
    });
  };

  const search = ({ query, offset, limit }: { query: string; offset: number; limit: number }): Back => {
    const name = /clientReferenceInformation\.code:(\S+)/.exec(query)?.[1];
    record({ kind: 'provider', call: 'search', order: name ?? null, amountMinor: null });
    // No charge here is refunded.
    const isOfRefunds = query.includes('merchantCustomerId');
    const found = transactions.filter(
      (one) => !isOfRefunds && one.knownAtUs <= world.nowUs && (name === undefined || one.name === name),
    );
    const transactionSummaries = found.slice(offset, offset + limit).map(summaryOf);
    return json(201, { totalCount: found.length, _embedded: { transactionSummaries } });
  };

  return ({ path, body }) => {
    const afterUs = world.delayUs(20_000, 900_000);
    if (path === '/pts/v2/payments') return { back: charge(JSON.parse(body)), afterUs };
    if (path === '/tss/v2/searches') return { back: search(JSON.parse(body)), afterUs };
    const id = /^\/tss\/v2\/transactions\/(\d+)$/.exec(path)?.[1];
    const known = transactions.find((one) => one.id === id && one.knownAtUs <= world.nowUs);
    if (known) {
      const { processorInformation } = known;
      return { back: json(200, { id, rootId: id, processorInformation }), afterUs };
    }
    return { back: json(404, { message: 'Not Found' }), afterUs };
  };
}

interface Charge {
  readonly clientReferenceInformation: { readonly code: string };
  readonly orderInformation: { readonly amountDetails: { readonly totalAmount: string; readonly currency: string } };
  readonly paymentInformation: { readonly customer: { readonly id: string } };
}

function processorOf(declined: Decline | undefined): object {
  const { bank, advice } = declined ?? {};
  return {
    ...(bank !== undefined && { responseCode: bank }),
    ...(advice !== undefined && { merchantAdvice: { code: advice } }),
  };
}

function summaryOf({ id, name, code, amount, currency, atUs }: Transaction) {
  const applications = [
    { name: 'ics_auth', reasonCode: code, rMessage: 'message' },
    ...(code === '100' ? [{ name: 'ics_bill', reasonCode: code, rMessage: 'message' }] : []),
  ];
  return {
    id,
    submitTimeUtc: new Date(atUs / 1000).toISOString(),
    clientReferenceInformation: { code: name },
    applicationInformation: { applications },
    orderInformation: { amountDetails: { totalAmount: amount, currency } },
    paymentInformation: {},
  };
}

/** The number of requested charges in the mark file next to the store at this moment. Null without the file. */
function markIn(dataDir: string): number | null {
  try {
    return Number(readFileSync(join(dataDir, 'charges.mark'), 'utf8').trim().split(' ')[1]);
  } catch {
    return null;
  }
}

export function cardSettings(): Record<string, string> {
  return {
    LAKAYPAY_CARD_PROFILE_ID: 'profile',
    LAKAYPAY_CARD_ACCESS_KEY: 'access',
    LAKAYPAY_CARD_SECRET_KEY: 'cybersource-form-secret-77ac',
    LAKAYPAY_CARD_MERCHANT_ID: 'merchant',
    LAKAYPAY_CARD_REST_KEY_ID: 'rest-key',
    LAKAYPAY_CARD_REST_SHARED_SECRET: SHARED_SECRET,
    LAKAYPAY_CARD_API_URL: `https://${CARD_HOST}`,
    LAKAYPAY_CARD_PAGE_URL: `https://${CARD_HOST}/pay`,
    LAKAYPAY_CARD_EXPIRY_SECONDS: '60',
    LAKAYPAY_CARD_SEARCH_LAG_SECONDS: String(SEARCH_LAG_SECONDS),
  };
}

/** When the first subscription of the template started. Subscriptions are due a day later, one after the other, during the faults. */
export const RECURRING_SINCE_US = BEGINS_AT_US - 86_400_000_000;

function json(status: number, body: object): Back {
  return { kind: 'response', status, headers: { 'content-type': 'application/json' }, text: JSON.stringify(body) };
}
