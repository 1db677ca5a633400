import type { Random } from '../world/random.ts';
import type { World } from '../world/world.ts';
import type { Answer } from './exchange.ts';
import { NOBODY } from './mail-server.ts';
import type { Moncash } from './moncash.ts';
import type { ShopClient } from './shop-client.ts';

const US = 1_000_000;
/** After this time, a creation that timed out either has happened or never will: docs/retrying.md. */
const LOOK_UP_AFTER_US = 11 * US;
const FAILURES = ['insufficient_balance', 'declined', 'cancelled', 'expired_card'] as const;
const METHODS = ['moncash', 'natcash', 'lakaypay_card', 'card'] as const;

/** The surroundings that all shops and customers share. */
export interface Town {
  readonly world: World;
  readonly moncash: Moncash;
  /** Payments that were created, the oldest first. */
  readonly payments: string[];
  /** Notifies the gateway of a transaction, as MonCash and the customer's browser do. */
  readonly notify: (transaction: string) => void;
}

/** Does all that a shop's server and its customer do for one order. */
export async function placeOrder(town: Town, client: ShopClient, reference: string, random: Random): Promise<void> {
  const body = orderBody(client, reference, random);
  const created = await createForSure(town.world, client, reference, body, random);
  if (created === undefined) return;
  const { payment, isAnswered } = created;
  town.payments.push(payment);
  // A shop that got no response has no address to which it could send its customer.
  if (client.mode === 'live' && isAnswered) customer(town, payment, random);
  else if (client.mode === 'test') void finishTest(town.world, client, payment, random);
  await lookAtIt(town.world, client, payment, random);
}

/** Creates exactly one payment whatever happens, by the rules of docs/retrying.md. Undefined if no payment was created. */
async function createForSure(
  world: World,
  client: ShopClient,
  reference: string,
  body: string,
  random: Random,
): Promise<{ payment: string; isAnswered: boolean } | undefined> {
  for (let attempt = 1; attempt <= 12; attempt++) {
    const answer = await client.create(reference, body, random.between(2, 20) * US);
    const status = 'status' in answer ? answer.status : undefined;
    if (status === 201) {
      const { transaction_id: payment } = JSON.parse((answer as { text: string }).text);
      return { payment, isAnswered: true };
    }
    if (status !== undefined && status >= 400 && status < 500) return undefined;
    // A 503 promises that nothing was done, and a refused connection means that the request has not arrived.
    if (status === 503 || isRefused(answer)) {
      await world.sleep(random.between(1, 8) * US);
      continue;
    }
    await world.sleep(LOOK_UP_AFTER_US + random.between(0, 3) * US);
    const found = await lookUpForSure(world, client, reference, random);
    if (found !== undefined) return { payment: found, isAnswered: false };
  }
  return undefined;
}

/** Looks the payment up until the API responds. Undefined if there is no payment with this reference. */
async function lookUpForSure(
  world: World,
  client: ShopClient,
  reference: string,
  random: Random,
): Promise<string | undefined> {
  for (let attempt = 1; attempt <= 60; attempt++) {
    const answer = await client.lookUp(reference);
    if ('status' in answer && answer.status === 200) return String(JSON.parse(answer.text).data.transaction_id);
    if ('status' in answer && answer.status === 404) return undefined;
    await world.sleep(random.between(1, 6) * US);
  }
  return undefined;
}

function isRefused(answer: Answer): boolean {
  return 'failure' in answer && answer.failure === 'refused';
}

function orderBody({ mode }: ShopClient, reference: string, random: Random): string {
  const method = mode === 'live' ? 'moncash' : random.pick(METHODS);
  const isInDollars = random.percent(25);
  const units = isInDollars ? random.between(1, 480) : random.between(5, 70_000);
  // Live wallets accept only whole gourdes. Amounts in dollars may have cents, because the conversion rounds to whole gourdes.
  const cents = (mode === 'test' || isInDollars) && random.percent(60) ? `.${random.between(10, 99)}` : '';
  const least = isInDollars ? 0 : method === 'card' ? 100 : 20;
  const amount = `${units + least}${cents}`;
  const mailbox = random.percent(6) ? NOBODY : 'mari';
  const customer = `"customer_name":"Mari-Jozèf \\"Ti\\" Pyè","customer_email":"${mailbox}@${reference}.example"`;
  // Numbers that a JavaScript number cannot hold, and keys whose order a JavaScript object does not keep.
  const metadata = `{"z":${random.between(1, 9)}.10,"big":90071992547409931${random.between(10, 99)},"a":"é\u2028","1":[null,{}]}`;
  return `{"amount":${amount},"currency":"${isInDollars ? 'USD' : 'HTG'}","payment_method":"${method}","reference":"${reference}",${customer},"metadata":${metadata}}`;
}

/** A customer with the address of the page pays sooner or later, or not at all, and rarely another amount. */
export function customer({ world, moncash, notify }: Town, payment: string, random: Random): void {
  if (random.percent(20)) {
    const word = random.pick(['pending', 'failed', 'in progress']);
    const fromUs = random.between(1, 200) * US;
    world.after(fromUs, 'an attempt', () => moncash.attempt(payment, word));
    const isOver = word !== 'failed';
    if (isOver)
      world.after(fromUs + random.between(5, 400) * US, 'no attempt', () => moncash.attempt(payment, undefined));
  }
  if (random.percent(20)) return;
  world.after(random.between(2, random.percent(80) ? 120 : 595) * US, 'a customer pays', () => {
    const transaction = moncash.pay(payment, random.percent(8) ? random.between(100, 9_000_000) : undefined);
    if (transaction !== undefined) notify(transaction);
  });
}

/** Finishes a test payment, perhaps several times at once with different outcomes, or lets it expire. */
export async function finishTest(world: World, client: ShopClient, payment: string, random: Random): Promise<void> {
  await world.sleep(random.between(1, 150) * US);
  if (random.percent(15)) return;
  const times = random.pick([1, 1, 2, 2, 3]);
  for (let i = 0; i < times; i++) {
    void client.finish(payment, random.percent(65) ? 'complete' : random.pick(FAILURES));
    await world.sleep(random.between(0, random.percent(70) ? 20_000 : 4 * US));
  }
}

/** Reads and verifies the payment now and then. */
async function lookAtIt(world: World, client: ShopClient, payment: string, random: Random): Promise<void> {
  for (let times = random.between(1, 5); times > 0; times--) {
    await client.read(payment);
    await world.sleep(random.between(1, random.percent(50) ? 3_000 : 60_000) * 1000);
    if (random.percent(35)) await client.verify(payment);
  }
}
