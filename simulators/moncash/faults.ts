const TROUBLES = [
  'none',
  'error_500',
  'not_json',
  'drop',
  'drop_after_effect',
  'hang',
  'hang_after_effect',
  'endless',
] as const;
/**
 * How an endpoint fails: an error of the server, a text that is no JSON (with 200), a connection that is cut or left open without
 * an answer before or after the request has had its effect, or an answer without an end (after the effect).
 */
export type Trouble = (typeof TROUBLES)[number];

const ALERTS = ['never', 'before', 'after', 'twice'] as const;
const ALERT_FIELDS = ['transactionId', 'orderId', 'both'] as const;
const WALLETS = ['pays', 'insufficient_balance', 'declined'] as const;
const DUPLICATES = ['refuse', 'accept'] as const;
const COST_TYPES = ['number', 'string'] as const;

/** What can be made to go wrong. Every member may be set at any time. */
export interface MoncashFaults {
  token: Trouble;
  create: Trouble;
  query: Trouble;
  /** A life that access tokens really have; they are always said to live 59 seconds. */
  tokenLifeSeconds: number;
  /** So many of the next calls find their access token expired, whatever its age. */
  rejectBearers: number;
  /** CreatePayment is refused with 403 and this message. */
  createRefusal: string | null;
  /** What a second CreatePayment with the same order id does: the documentation says nothing about it. */
  duplicateOrder: (typeof DUPLICATES)[number];
  /** Whether amounts may have centimes: not documented. */
  acceptsCentimes: boolean;
  /** `cost` has been seen as both. */
  costAs: (typeof COST_TYPES)[number];
  /** What queries say was paid, whatever was; centimes. */
  costMinor: number | null;
  /** The `message` of a paid order: `successful` alone means paid. */
  message: string;
  /** What queries give as reference, whatever order they are about. */
  reference: string | null;
  /** When the gateway is told beside the customer's browser: before it is sent back, after, both, or never. */
  alert: (typeof ALERTS)[number];
  alertFields: (typeof ALERT_FIELDS)[number];
  /** What the customer's wallet does once PIN and code are right. */
  wallet: (typeof WALLETS)[number];
}

export function noFaults(): MoncashFaults {
  return {
    token: 'none',
    create: 'none',
    query: 'none',
    tokenLifeSeconds: 59,
    rejectBearers: 0,
    createRefusal: null,
    duplicateOrder: 'refuse',
    acceptsCentimes: false,
    costAs: 'number',
    costMinor: null,
    message: 'successful',
    reference: null,
    alert: 'after',
    alertFields: 'transactionId',
    wallet: 'pays',
  };
}

const ALLOWED: { readonly [Name in keyof MoncashFaults]: (value: unknown) => boolean } = {
  token: oneOf(TROUBLES),
  create: oneOf(TROUBLES),
  query: oneOf(TROUBLES),
  tokenLifeSeconds: isCount,
  rejectBearers: isCount,
  createRefusal: orNull(isText),
  duplicateOrder: oneOf(DUPLICATES),
  acceptsCentimes: (value) => typeof value === 'boolean',
  costAs: oneOf(COST_TYPES),
  costMinor: orNull(isCount),
  message: isText,
  reference: orNull(isText),
  alert: oneOf(ALERTS),
  alertFields: oneOf(ALERT_FIELDS),
  wallet: oneOf(WALLETS),
};

/** Sets the switches that a JSON object names. Returns what is wrong with it, when it is wrong; then nothing is set. */
export function setFaults(faults: MoncashFaults, changes: unknown): string | undefined {
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes)) return 'a JSON object is needed';
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(ALLOWED, name)) return `there is no switch ${name}`;
    if (!ALLOWED[name as keyof MoncashFaults](value)) return `${name} cannot be ${JSON.stringify(value)}`;
  }
  Object.assign(faults, changes);
  return undefined;
}

function oneOf(allowed: readonly string[]): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && allowed.includes(value);
}

function orNull(check: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => value === null || check(value);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
