/**
 * How a call goes wrong. `server_error`, `hang_before` and `drop_before` come before the effect; the others have it, and
 * only the answer is lost. What hangs after the effect is answered once it is mended, if somebody still listens.
 */
const CALL_FAULTS = [
  'none',
  'server_error',
  'hang_before',
  'drop_before',
  'hang_after',
  'drop_after',
  'not_json',
  'endless_body',
] as const;
export type CallFault = (typeof CALL_FAULTS)[number];

/** How the server writes an amount when it makes the signature anew. */
const SIGNED_AMOUNTS = ['shortest', 'one_decimal', 'two_decimals'] as const;

/** Everything that can be switched, while it runs. Also `GET` and `POST /_simulator/faults`. */
export interface NatcashFaults {
  credential: CallFault;
  checkTransaction: CallFault;
  cancelTrans: CallFault;
  /** Answers every creation with this status. */
  refuseCreate: number | null;
  /** The answer to a wrong signature, user name or password: nobody knows the real one. */
  wrongSignatureStatus: number;
  /** Reports this amount as paid, whatever was. */
  paidAmountMinor: number | null;
  /** Reports this responseCode, whatever the order has come to. */
  responseCode: number | null;
  /** For so many questions after a payment it is reported as -3, unknown; then as what it is. */
  unknownChecks: number;
  /** `"1,000.00 HTG"` in place of a number. */
  amountAsText: boolean;
  /** Whether the page of an order whose attempt failed takes another one: nobody knows of the real page. */
  canTryAgain: boolean;
  /** An order that nobody has paid: status 101, or status 0 with responseCode -3. Both are plausible. */
  unpaidAs101: boolean;
  /** `expiredAt` as a time in milliseconds in place of a duration in seconds. */
  expiredAtAsEpoch: boolean;
  lifetimeSeconds: number;
  /** How much this server's clock is ahead. */
  clockAheadMs: number;
  /** How much a request's time stamp may differ from this server's clock. */
  clockToleranceMinutes: number;
  /** The return is delivered once more, before the browser comes. */
  doubleDelivery: boolean;
  /** Questions and cancellations must carry the request id of the creation. The real server seems to take any. */
  originalRequestIdOnly: boolean;
  signedAmount: (typeof SIGNED_AMOUNTS)[number];
}

export function noFaults(): NatcashFaults {
  return {
    credential: 'none',
    checkTransaction: 'none',
    cancelTrans: 'none',
    refuseCreate: null,
    wrongSignatureStatus: 3,
    paidAmountMinor: null,
    responseCode: null,
    canTryAgain: false,
    unknownChecks: 0,
    amountAsText: false,
    unpaidAs101: true,
    expiredAtAsEpoch: false,
    lifetimeSeconds: 900,
    clockAheadMs: 0,
    clockToleranceMinutes: 5,
    doubleDelivery: false,
    originalRequestIdOnly: true,
    signedAmount: 'shortest',
  };
}

/** Sets what `changes` names. Returns what is wrong with it instead, and then sets nothing. */
export function changeFaults(faults: NatcashFaults, changes: unknown): string | undefined {
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes)) return 'a JSON object of switches';
  const wrong = Object.entries(changes).find(([name, value]) => !isAllowed(name, value));
  if (wrong) return `${wrong[0]} cannot be ${JSON.stringify(wrong[1])}`;
  Object.assign(faults, changes);
  return undefined;
}

function isAllowed(name: string, value: unknown): boolean {
  const defaults: Record<string, unknown> = { ...noFaults() };
  if (!Object.hasOwn(defaults, name)) return false;
  if (defaults[name] === 'none') return CALL_FAULTS.some((fault) => fault === value);
  if (name === 'signedAmount') return SIGNED_AMOUNTS.some((style) => style === value);
  if (defaults[name] === null) return value === null || Number.isSafeInteger(value);
  return typeof defaults[name] === 'number' ? Number.isSafeInteger(value) : typeof value === 'boolean';
}
