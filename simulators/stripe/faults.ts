/** The calls that faults can be set for. */
const OPERATIONS = ['create', 'retrieve', 'list', 'cancel', 'confirm', 'refund'] as const;
export type Operation = (typeof OPERATIONS)[number];

/**
 * What goes wrong with a call. `before`: nothing was done; `after`: it was, and only the answer is missing. A call that hangs is
 * let go when the fault is taken back: one that did nothing is cut off, one that did is answered.
 */
const API_FAULTS = [
  'none',
  'server_error',
  'drop_before',
  'drop_after',
  'hang_before',
  'hang_after',
  'garbage',
  'endless',
] as const;
export type ApiFault = (typeof API_FAULTS)[number];

/**
 * How events are delivered. `early`: before the call that made them is answered. `late` and `reversed`: when they are released, in
 * order or the newest first. `forged`: signed with another secret.
 */
const WEBHOOK_MODES = ['normal', 'early', 'late', 'reversed', 'twice', 'never', 'forged'] as const;
type WebhookMode = (typeof WEBHOOK_MODES)[number];

/** The switches; change them at any time. */
export interface StripeFaults {
  api: ApiFault;
  /** The calls that `api` is about. */
  operations: readonly Operation[];
  /** Creation is refused with 400. */
  refuseCreate: boolean;
  /** The account takes no cards: they are silently left out of what an intent can be paid with. */
  withoutCards: boolean;
  /** What is said to have been received in place of the truth, minor units. */
  wrongAmount: number | null;
  /** Every status is one that nobody knows. */
  unknownStatus: boolean;
  /** A card that pays stays `processing` until it is settled by hand. */
  slowCards: boolean;
  webhooks: WebhookMode;
}

export function noFaults(): StripeFaults {
  return {
    api: 'none',
    operations: ['create', 'retrieve', 'list', 'cancel'],
    refuseCreate: false,
    withoutCards: false,
    wrongAmount: null,
    unknownStatus: false,
    slowCards: false,
    webhooks: 'normal',
  };
}

/** Takes changes that came in as JSON. Returns what is wrong with them, if anything; then nothing was changed. */
export function changeFaults(faults: StripeFaults, changes: unknown): string | undefined {
  if (typeof changes !== 'object' || changes === null) return 'an object is needed';
  for (const [name, value] of Object.entries(changes)) {
    if (!isAllowed(name, value)) return `${name} cannot be ${JSON.stringify(value)}`;
  }
  Object.assign(faults, changes);
  return undefined;
}

function isAllowed(name: string, value: unknown): boolean {
  switch (name) {
    case 'api':
      return API_FAULTS.some((one) => one === value);
    case 'operations':
      return Array.isArray(value) && value.every((item) => OPERATIONS.some((one) => one === item));
    case 'webhooks':
      return WEBHOOK_MODES.some((one) => one === value);
    case 'wrongAmount':
      return value === null || Number.isSafeInteger(value);
    case 'refuseCreate':
    case 'withoutCards':
    case 'unknownStatus':
    case 'slowCards':
      return typeof value === 'boolean';
    default:
      return false;
  }
}
