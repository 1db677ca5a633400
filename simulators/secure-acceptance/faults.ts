const TROUBLES = [
  'none',
  'error_500',
  'not_json',
  'hang',
  'hang_after_effect',
  'cut',
  'cut_after_effect',
  'endless',
] as const;
/**
 * How an endpoint fails: an error of the server, a text that is no JSON (with 200), no answer or a broken connection before or
 * after the request has had its effect, or an answer without an end (after the effect).
 */
export type Trouble = (typeof TROUBLES)[number];

const DELIVERIES = [
  'backoffice_first',
  'browser_first',
  'backoffice_lost',
  'browser_lost',
  'both_lost',
  'both_twice',
  'late',
] as const;
/** In which order the result reaches the gateway, and what is lost on the way. `late`: the server's post after a minute. */
export type Delivery = (typeof DELIVERIES)[number];

const TOKEN_CHARGES = [
  'authorized',
  'declined',
  'insufficient_fund',
  'expired_card',
  'partial',
  'review',
  'timeout',
  'duplicate',
] as const;
type TokenCharge = (typeof TOKEN_CHARGES)[number];

/** What can be made to go wrong. Every member may be set at any time. */
export interface SecureAcceptanceFaults {
  /** Sending the card on the payment page. */
  page: Trouble;
  search: Trouble;
  transaction: Trouble;
  payment: Trouble;
  delivery: Delivery;
  /** How long searches miss a transaction. */
  indexLagMs: number;
  /** A charge of a stored card is refused when another was asked for under its code so recently. 0: never. */
  duplicateWindowMs: number;
  /** Searches for a code also find codes that begin with it. */
  isSearchLoose: boolean;
  /** What is taken from a card, whatever was asked; minor units. */
  chargedMinor: number | null;
  /** A decision for the next cards that no documentation has; the books then tell of a reason code 999. */
  decision: string | null;
  /**
   * What becomes of a charge of a stored card. `timeout`: whether the bank took the money they do not know themselves.
   * `duplicate`: something on the way sends it twice, and what is answered is the refusal of the second.
   */
  tokenCharge: TokenCharge;
}

export function noFaults(): SecureAcceptanceFaults {
  return {
    page: 'none',
    search: 'none',
    transaction: 'none',
    payment: 'none',
    delivery: 'backoffice_first',
    indexLagMs: 0,
    duplicateWindowMs: 900_000,
    isSearchLoose: false,
    chargedMinor: null,
    decision: null,
    tokenCharge: 'authorized',
  };
}

const ALLOWED: { readonly [Name in keyof SecureAcceptanceFaults]: (value: unknown) => boolean } = {
  page: oneOf(TROUBLES),
  search: oneOf(TROUBLES),
  transaction: oneOf(TROUBLES),
  payment: oneOf(TROUBLES),
  delivery: oneOf(DELIVERIES),
  indexLagMs: isCount,
  duplicateWindowMs: isCount,
  isSearchLoose: (value) => typeof value === 'boolean',
  chargedMinor: (value) => value === null || isCount(value),
  decision: (value) => value === null || typeof value === 'string',
  tokenCharge: oneOf(TOKEN_CHARGES),
};

/** Sets the switches that a JSON object names. Returns what is wrong with it, when it is wrong; then nothing is set. */
export function setFaults(faults: SecureAcceptanceFaults, changes: unknown): string | undefined {
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes)) return 'a JSON object is needed';
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(ALLOWED, name)) return `there is no switch ${name}`;
    if (!ALLOWED[name as keyof SecureAcceptanceFaults](value)) return `${name} cannot be ${JSON.stringify(value)}`;
  }
  Object.assign(faults, changes);
  return undefined;
}

function oneOf(allowed: readonly string[]): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && allowed.includes(value);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
