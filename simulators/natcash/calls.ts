import { gourdes, gourdesInWords, readGourdes, signedText } from './amounts.ts';
import type { NatcashFaults } from './faults.ts';
import type { Ledger, NewOrder, Order } from './ledger.ts';
import { type CallResponse, response } from './responses.ts';
import { creationSignature, orderSignature, type Partner } from './signatures.ts';

const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const LANGUAGES = ['ht', 'fr', 'en'] as const;
const LONGEST_ORDER_NUMBER = 40;
const MOST_GOURDES_MINOR = 100_000_00;

export interface Natcash {
  readonly partner: Partner;
  readonly faults: NatcashFaults;
  readonly ledger: Ledger;
  /** Milliseconds since 1970 by this server's clock. */
  readonly now: () => number;
  /** The address of the simulator's pages. */
  readonly url: () => string;
}

type CallBody = Readonly<Record<string, unknown>>;

/** `credential`: accepts an order, and returns the address where its customer pays. */
export function createOrder(natcash: Natcash, sent: CallBody): CallResponse {
  const { partner, faults, ledger, now, url } = natcash;
  const refusal =
    missing(sent, ['orderNumber', 'requestId', 'amount', 'timestamp', 'callbackUrl', 'signature']) ??
    wrongPartner(natcash, sent);
  if (refusal !== undefined) return response(refusal);
  const creation = readCreation(sent);
  if (typeof creation === 'number') return response(creation);
  const { timestamp, ...order } = creation;
  const amountText = signedText(order.amountMinor, faults.signedAmount);
  if (sent.signature !== creationSignature(partner, { ...order, timestamp, amountText }))
    return response(faults.wrongSignatureStatus);
  if (Math.abs(timestamp - now()) > faults.clockToleranceMinutes * 60_000) return response(2);
  if (faults.refuseCreate !== null) return response(faults.refuseCreate);
  if (ledger.hasRequest(order.requestId)) return response(102);
  if (ledger.byNumber(order.orderNumber)) return response(3);

  const { token, expiresAtMs } = ledger.add(order);
  const expiredAt = faults.expiredAtAsEpoch ? expiresAtMs : faults.lifetimeSeconds;
  return response(0, { url: `${url()}/?token=${token}`, expiredAt });
}

/** `checkTransaction`: the outcome of an order. */
export function checkTransaction(natcash: Natcash, sent: CallBody): CallResponse {
  const { faults } = natcash;
  const order = findOrder(natcash, sent);
  if (typeof order === 'number') return response(order);
  if (order.status === 'returned') {
    if (faults.cancelledAs === 'not_found') return response(101);
    return response(0, { data: describe(order, faults.cancelledAs === 'paid' ? 1 : -1, faults) });
  }
  if (faults.status !== null) return response(0, { data: describe(order, faults.status, faults) });
  if (order.status === 'open')
    return faults.unpaidAs101 ? response(101) : response(0, { data: describe(order, -3, faults) });
  if (order.unknownChecks > 0) {
    order.unknownChecks--;
    return response(0, { data: describe(order, -3, faults) });
  }
  return response(0, { data: describe(order, order.status === 'paid' ? 1 : -1, faults) });
}

/** `cancel-trans`: returns all the money of a paid order to the customer. */
export function cancelTrans(natcash: Natcash, sent: CallBody): CallResponse {
  const { faults } = natcash;
  const first = cancelOnce(natcash, sent);
  return faults.doublesCancel ? cancelOnce(natcash, sent) : first;
}

function cancelOnce(natcash: Natcash, sent: CallBody): CallResponse {
  const { faults, ledger } = natcash;
  const order = findOrder(natcash, sent);
  if (typeof order === 'number') return response(order);
  if (order.status !== 'paid' && !(order.status === 'returned' && faults.cancelsAgain)) return response(101);
  if (faults.refuseCancel !== null) return response(faults.refuseCancel);
  ledger.giveBack(order);
  return response(0);
}

/** The order that a query names, or the status of a refusal. */
function findOrder(natcash: Natcash, sent: CallBody): Order | number {
  const { partner, faults, ledger } = natcash;
  const refusal = missing(sent, ['orderNumber', 'requestId', 'signature']) ?? wrongPartner(natcash, sent);
  if (refusal !== undefined) return refusal;
  const { requestId, orderNumber } = sent;
  if (typeof requestId !== 'string' || typeof orderNumber !== 'string' || !REQUEST_ID.test(requestId)) return 3;
  if (sent.signature !== orderSignature(partner, { requestId, orderNumber })) return faults.wrongSignatureStatus;
  const order = ledger.byNumber(orderNumber);
  const isTheirs = order && (order.requestId === requestId || !faults.originalRequestIdOnly);
  return isTheirs ? order : 101;
}

function describe(order: Order, responseCode: number, faults: NatcashFaults): CallResponse {
  const amountMinor = faults.wrongAmountMinor ?? (order.paidMinor || order.amountMinor);
  return {
    orderNumber: order.orderNumber,
    transId: order.transId,
    amount: faults.amountAsText ? gourdesInWords(amountMinor) : Number(gourdes(amountMinor)),
    toPhone: order.phone,
    responseCode,
  };
}

function missing(sent: CallBody, names: readonly string[]): number | undefined {
  const needed = ['partnerCode', 'username', 'password', ...names];
  return needed.some((name) => sent[name] === undefined || sent[name] === null || sent[name] === '') ? 4 : undefined;
}

function wrongPartner({ partner, faults }: Natcash, { partnerCode, username, password }: CallBody): number | undefined {
  if (partnerCode !== partner.partnerCode) return 100;
  return username === partner.username && password === partner.password ? undefined : faults.wrongSignatureStatus;
}

/** The fields of a creation, or the status of a refusal when one has a wrong type or is out of bounds. */
function readCreation(sent: CallBody): (NewOrder & { timestamp: number }) | number {
  const { requestId, orderNumber, timestamp, callbackUrl, msisdn, skipPhoneInput = false, enableFee = false } = sent;
  const amountMinor = readGourdes(sent.amount);
  const language = LANGUAGES.find((one) => one === (sent.language ?? 'ht'));
  if (
    typeof requestId !== 'string' ||
    !REQUEST_ID.test(requestId) ||
    typeof orderNumber !== 'string' ||
    orderNumber.length > LONGEST_ORDER_NUMBER ||
    typeof timestamp !== 'number' ||
    !Number.isSafeInteger(timestamp) ||
    amountMinor === undefined ||
    amountMinor > MOST_GOURDES_MINOR ||
    typeof callbackUrl !== 'string' ||
    !/^https?:\/\//.test(callbackUrl) ||
    !URL.canParse(callbackUrl) ||
    (msisdn !== undefined && !isMsisdn(msisdn)) ||
    typeof skipPhoneInput !== 'boolean' ||
    typeof enableFee !== 'boolean' ||
    language === undefined
  ) {
    return 3;
  }
  if (skipPhoneInput && msisdn === undefined) return 4;
  const phone = isMsisdn(msisdn) ? msisdn : null;
  return { requestId, orderNumber, amountMinor, timestamp, callbackUrl, language, phone, hasPhone: skipPhoneInput };
}

function isMsisdn(value: unknown): value is string {
  return typeof value === 'string' && /^509\d{8}$/.test(value);
}
