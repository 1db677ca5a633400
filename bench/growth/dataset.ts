import { FAILURE_REASONS, type Mode, type Payment, type PaymentMethod } from '../../src/core/payment.ts';

const US_PER_HOUR = 3_600_000_000;
const US_PER_DAY = 24 * US_PER_HOUR;
/** How many days a store's payments are spread over, whatever their number. */
const DAYS = 3 * 365;
/** Ids grow with time, and stay below those that the gateway assigns today. */
const FIRST_ID = 100_000_000_000_000;
const IDS_PER_MS = 4_000;
/**
 * How much older each copy of a store's payments is than the next one: whole periods of the counts. Its ids are that much lower, and end
 * alike.
 */
export const COPY_DAYS = 128;
export const COPY_IDS = 50_000_000_000_000;
/** The newest payments, some of which are open at every size. */
const NEWEST = 200;
/**
 * One payment in this many is the first of a subscription, and the next three are its charges. Small stores have a larger share of them.
 */
const RECURRING_EVERY = 1_000;
export const CHARGES = 3;
/** The least number of rare items, even in a small store, so that a page of them is full at every size. */
const AT_LEAST = 200;
/** The number of payments of a rare kind, whatever the size of the store. */
const RARE = 40;

/** A key whose payments fill a share of the store. */
export interface ShopKey {
  readonly name: string;
  readonly websiteId: string;
  readonly apiKeyId: string;
  readonly mode: Mode;
  readonly key: string;
  readonly hasCallback: boolean;
}

/** The content of a store. Each payment can be computed from its number, so no payment has to be stored elsewhere. */
export interface Dataset {
  readonly payments: number;
  /** How many older copies of these payments the store has as well; they are computed by the store itself (`older-copies.ts`). */
  readonly copies: number;
  /** The creation time of the newest payment. */
  readonly endUs: number;
  /** In the order of `SHOPS`. */
  readonly shops: readonly ShopKey[];
}

/** How many payments a store has, with the copies. */
export function sizeOf({ payments, copies }: Dataset): number {
  return payments * (copies + 1);
}

/**
 * The keys: one with half of all payments, one with ten payments, and others of sizes in between. Shares are in
 * thousandths.
 */
export const SHOPS: readonly { name: string; website: string; mode: Mode; share: number; hasCallback: boolean }[] = [
  { name: 'half', website: 'half', mode: 'test', share: 500, hasCallback: true },
  { name: 'live', website: 'live', mode: 'live', share: 250, hasCallback: true },
  { name: 'quiet', website: 'quiet', mode: 'test', share: 100, hasCallback: false },
  ...[40, 30, 20, 15, 12, 10, 8, 6, 4, 3, 1, 1].map((share, index) => ({
    name: `small ${index}`,
    website: `small ${index >> 1}`,
    mode: index % 2 === 0 ? ('test' as const) : ('live' as const),
    share,
    hasCallback: index < 8,
  })),
  { name: 'ten', website: 'ten', mode: 'test', share: 0, hasCallback: true },
];
const TEN = SHOPS.length - 1;
const OWNERS: readonly number[] = SHOPS.flatMap(({ share }, index) => Array.from({ length: share }, () => index));

/** A number from 0 to 2^32 that looks random, and is always the same for the same `n` and `salt`. */
export function mixed(n: number, salt: number): number {
  let x = (n ^ Math.imul(salt, 0x9e3779b9)) >>> 0;
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return (x ^ (x >>> 15)) >>> 0;
}

/** The index in `SHOPS` of the key that owns payment `n`. */
export function ownerOf(data: Dataset, n: number): number {
  if (n % Math.floor(data.payments / 10) === 3) return TEN;
  // The payments of one subscription belong to one key.
  return OWNERS[mixed(recurringOf(data, n)?.first ?? n, 1) % OWNERS.length]!;
}

/** The creation time of payment `n`, microseconds since 1970. */
export function createdAtUs(data: Dataset, n: number): number {
  const { payments, endUs } = data;
  const spanUs = daysOf(data) * US_PER_DAY;
  return endUs - spanUs + Math.floor(((n + 0.9 * (mixed(n, 2) / 2 ** 32)) / payments) * spanUs);
}

function daysOf({ copies }: Dataset): number {
  return copies === 0 ? DAYS : COPY_DAYS;
}

/** The transaction id of payment `n`. */
export function idOf(data: Dataset, n: number): number {
  const ms = Math.floor((createdAtUs(data, n) - (data.endUs - daysOf(data) * US_PER_DAY)) / 1000);
  return FIRST_ID + data.copies * COPY_IDS + ms * IDS_PER_MS + (mixed(n, 3) % IDS_PER_MS);
}

/** References: most are the shop's own counter, some random, some shared by many payments, and some absent. */
export function referenceOf(n: number): string | null {
  const kind = mixed(n, 4) % 100;
  if (kind < 60) return `order-${n}`;
  if (kind < 85) return mixed(n, 5).toString(36) + mixed(n, 6).toString(36);
  if (kind < 90) return null;
  return kind < 99 ? `invoice-${n % 5_000}` : SHARED_REFERENCE;
}

/** The reference that one payment in a hundred has. */
export const SHARED_REFERENCE = 'monthly-fee';

/** Whether payment `n` is of a kind of which there is one in `every` payments, and at least `AT_LEAST` in a small store. */
export function isOneIn(every: number, { payments }: Dataset, n: number, at: number): boolean {
  return n % rarity(every, payments) === at;
}

function rarity(every: number, payments: number): number {
  return Math.min(every, Math.floor(payments / AT_LEAST));
}

/** The subscription that payment `n` belongs to: the number of its first one, and its period. */
export function recurringOf({ payments }: Dataset, n: number): { first: number; period: number } | undefined {
  const every = rarity(RECURRING_EVERY, payments);
  const period = (n % every) - Math.floor(every / 2);
  return period >= 0 && period <= CHARGES ? { first: n - period, period } : undefined;
}

/** The id of the subscription whose first payment is `first`. */
export function subscriptionIdOf(data: Dataset, first: number): string {
  return `sub_${idOf(data, first)}`;
}

/** The status of the subscription whose first payment is `first`. The last charge of a stopped one failed. */
export function subscriptionStateOf(first: number): 'active' | 'stopped' | 'cancelled' {
  const kind = mixed(first, 14) % 10;
  return kind === 0 ? 'cancelled' : kind < 3 ? 'stopped' : 'active';
}

/** Payment `n`, in its current status. */
export function paymentOf(data: Dataset, n: number): Payment {
  const shop = data.shops[ownerOf(data, n)]!;
  const madeAtUs = createdAtUs(data, n);
  const recurring = recurringOf(data, n);
  const isOpen = !recurring && isStillOpen(data, n, madeAtUs);
  const isFailed = recurring
    ? recurring.period === CHARGES && subscriptionStateOf(recurring.first) === 'stopped'
    : !isOpen && mixed(n, 7) % 100 < 18;
  const isRare = n % Math.floor(data.payments / RARE) === 7;
  const method = recurring ? 'lakaypay_card' : isRare ? 'card' : methodOf(n);
  // Only cards start as pending.
  const openStatus = method === 'card' && n % 10 === 0 ? 'pending' : 'processing';
  // A charge has the amount of the subscription's first payment.
  const priced = recurring?.first ?? n;
  const isDollars = (method === 'card' || method === 'lakaypay_card') && mixed(priced, 8) % 10 === 0;
  return {
    ...draftPayment(idOf(data, n), shop, madeAtUs, n),
    amountMinor: amountOf(priced),
    ...(ownerOf(data, n) === SAME_CUSTOMER ? {} : customer(customerOf(data, n))),
    method,
    status: isOpen ? openStatus : isFailed ? 'failed' : 'completed',
    currency: isDollars ? 'USD' : 'HTG',
    reference: referenceOf(n),
    recurringInterval: recurring?.period === 0 ? 'monthly' : null,
    recurringIntervalCount: recurring?.period === 0 ? 1 : null,
    subscriptionId: recurring && recurring.period > 0 ? subscriptionIdOf(data, recurring.first) : null,
    subscriptionPeriod: recurring && recurring.period > 0 ? recurring.period : null,
    subscriptionTry: recurring && recurring.period > 0 ? 1 : null,
    chargeAskedAtUs: recurring && recurring.period > 0 ? madeAtUs : null,
    providerRef: shop.mode === 'live' && !isOpen && !isFailed ? `PR${n}` : null,
    failureReason: isFailed ? (recurring ? 'declined' : FAILURE_REASONS[n % FAILURE_REASONS.length]!) : null,
    finishedAtUs: isOpen ? null : madeAtUs + 1_000_000 + (mixed(n, 9) % 300_000_000),
    nextCheckAtUs: isOpen ? madeAtUs + (n % 2) * US_PER_HOUR : null,
  };
}

const FIRST_NAMES =
  'Marie Jean Rose Joseph Pierre Guerda Widlène Wilner Fabiola Junior Nadège Stanley Mirlande Ricardo Yolande Emmanuel Darline Frantz Ketly Samuel'.split(
    ' ',
  );
const LAST_NAMES =
  'Joseph Pierre Jean Louis Charles Baptiste François Étienne Michel Saint-Fleur Augustin Désir Dorcé Estimé Fleurimond Guerrier Hyppolite Innocent Jacques Kernizan Laguerre Moïse Noël Orélus Philogène Régis Sylvain Toussaint Valcin Yacinthe'.split(
    ' ',
  );
/** The mean number of payments of a customer. */
const PAYMENTS_PER_CUSTOMER = 4;
/** One customer makes all payments of this shop. */
const SAME_CUSTOMER = SHOPS.findIndex(({ name }) => name === 'quiet');

/** The number of the customer of payment `n`, from which a phone number and an e-mail address are derived. */
export function customerOf({ payments }: Pick<Dataset, 'payments'>, n: number): number {
  return mixed(n, 15) % Math.ceil(payments / PAYMENTS_PER_CUSTOMER);
}

/** Some names are common and some are rare: one in four ends in Joseph, one in seventy in Yacinthe. */
function customer(c: number): Pick<Payment, 'customerName' | 'customerEmail' | 'customerPhone'> {
  const chosen = (names: readonly string[], salt: number) =>
    names[Math.floor(names.length * (mixed(c, salt) / 2 ** 32) ** 2.5)]!;
  return {
    customerName: `${chosen(FIRST_NAMES, 16)} ${chosen(LAST_NAMES, 17)}`,
    customerEmail: mixed(c, 18) % 5 === 0 ? null : `customer${c}@example.com`,
    customerPhone: phoneOf(c),
  };
}

/** The phone number of a customer. */
export function phoneOf(c: number): string {
  return `+509 ${30_000_000 + c}`;
}

function methodOf(n: number): PaymentMethod {
  const kind = mixed(n, 10) % 100;
  return kind < 70 ? 'moncash' : kind < 92 ? 'natcash' : 'lakaypay_card';
}

/** Some payments of the last hour are open, and some of the newest ones, because the last hour may have none. */
function isStillOpen({ payments, endUs }: Dataset, n: number, madeAtUs: number): boolean {
  return (n >= payments - NEWEST || madeAtUs > endUs - US_PER_HOUR) && mixed(n, 11) % 5 < 2;
}

/** Minor units. */
function amountOf(n: number): number {
  return 100_00 + (n % 5_000);
}

/** A new payment. */
export function draftPayment(
  id: number,
  { websiteId, apiKeyId, mode = 'test' }: { websiteId: string; apiKeyId: string; mode?: Mode },
  madeAtUs: number,
  n: number,
): Payment {
  return {
    id,
    websiteId,
    apiKeyId,
    mode,
    method: 'moncash',
    status: 'processing',
    amountMinor: amountOf(n),
    currency: 'HTG',
    originalAmountMinor: null,
    rateE4: null,
    reference: `order-${n}`,
    description: '2 sak diri, 1 galon lwil',
    customerName: 'Marie-Ange Joséph',
    customerEmail: 'marie.ange@example.com',
    customerPhone: '+509 37 00 0001',
    metadata: `{"cart":${n}}`,
    recurringInterval: null,
    recurringIntervalCount: null,
    subscriptionId: null,
    subscriptionPeriod: null,
    subscriptionTry: null,
    chargeAskedAtUs: null,
    providerData: null,
    providerRef: null,
    failureReason: null,
    createdAtUs: madeAtUs,
    finishedAtUs: null,
    expiresAtUs: madeAtUs + US_PER_HOUR,
    nextCheckAtUs: madeAtUs + US_PER_HOUR,
  };
}
