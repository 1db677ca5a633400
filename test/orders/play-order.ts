import { isFinal } from '../../src/core/payment.ts';
import { LANGUAGES } from '../../src/platform/messages/language.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import { type Act, COMMON_ACTS } from './common-acts.ts';
import { type Entry, entriesOf } from './entries.ts';
import { faultsInTheEnd, faultsOf } from './judge.ts';
import { LIVE_ACTS } from './live-acts.ts';
import type { OrdersStage } from './orders-stage.ts';
import { TEST_ACTS } from './test-acts.ts';
import { newTrial, oneOf, type Trial, truthOf } from './trial.ts';
import type { PageView } from './visit.ts';

const FEWEST_ACTS = 3;
const MOST_ACTS = 11;
/** Two steps of time: after the first every unpaid payment is final, and after the second also a card payment under review. */
const TO_THE_END_SECONDS = [90_000, 35 * 86_400];
/** The times of the first late checks of failed payments. */
const LATE_CHECKS_SECONDS = [601, 3_601, 21_601];

/** The result of one order of events. */
export interface Played {
  /** The events, in their order. */
  readonly events: readonly string[];
  /** False statements of pages, one line each. */
  readonly faults: readonly string[];
  readonly shown: readonly PageView[];
}

/** Creates a payment, plays events in an order from the seed, reads pages between events, and all of them at the end. */
export async function playOrder(stage: OrdersStage, seed: number): Promise<Played> {
  const random = seededRandom(seed);
  // An earlier order may have left the website deactivated.
  await stage.setActive(true);
  const trial = await newTrial(stage, random);
  const acts = [...COMMON_ACTS, ...(trial.mode === 'test' ? TEST_ACTS : LIVE_ACTS)];
  const events = [`${trial.mode} ${trial.method} ${trial.id}`];
  const order: Order = { trial, random, acts, events, faults: [], shown: [] };
  for (let left = random.between(FEWEST_ACTS, MOST_ACTS); left > 0; left--) {
    if (random.percent(10)) await crowd(order);
    else if (random.percent(0.3)) await restart(order);
    else await happen(order, drawn(acts, random), random);
    if (random.percent(30)) await look(order, oneOf(random, entriesOf(trial)), random);
  }
  await bringToAnEnd(order);
  for (const entry of entriesOf(trial)) await look(order, entry, random);
  return order;
}

interface Order extends Played {
  readonly trial: Trial;
  readonly random: SeededRandom;
  readonly acts: readonly Act[];
  readonly events: string[];
  readonly faults: string[];
  readonly shown: PageView[];
}

async function happen({ trial, events }: Order, { name, happens }: Act, random: SeededRandom): Promise<void> {
  events.push(name);
  await happens(trial, random);
}

/** Plays several events at once. Each has its own generator, so that the seed decides them in whatever order they run. */
async function crowd(order: Order): Promise<void> {
  const { trial, random, acts } = order;
  const own = () => seededRandom(random.between(0, 2 ** 31 - 1));
  const entries = entriesOf(trial);
  order.events.push('at once:');
  await Promise.all([
    ...Array.from({ length: random.between(2, 4) }, () => happen(order, drawn(acts, random), own())),
    ...Array.from({ length: 2 }, () => look(order, oneOf(random, entries), own(), true)),
  ]);
  order.events.push('and then:');
}

async function restart({ trial, events }: Order): Promise<void> {
  events.push('the gateway restarts');
  await trial.stage.restart();
}

/** Opens an address in one of the languages, and compares the page with the store and with the provider's records. */
async function look(order: Order, entry: Entry, random: SeededRandom, isCrowded = false): Promise<void> {
  const { trial, events } = order;
  const language = oneOf(random, LANGUAGES);
  const before = await truthOf(trial);
  const wasSilent = trial.isProviderSilent;
  const shown = await entry.open({ language });
  const faults = faultsOf(shown, {
    before,
    after: await truthOf(trial),
    isCrowded,
    isProviderSilent: wasSilent || trial.isProviderSilent,
    language,
    isUnproven: entry.isUnproven ?? false,
    ageUs: trial.stage.providers.clock.now() - trial.createdAtUs,
    mayAlsoBe: entry.mayAlsoBe ?? [],
  });
  events.push(`(${entry.name}: ${shown.state})`);
  order.shown.push(shown);
  for (const fault of faults) order.faults.push(`${entry.name}, event ${events.length}: ${fault}`);
}

/** Ends every fault, and moves time until the payment is final and the late checks have run. */
async function bringToAnEnd({ trial, events, faults }: Order): Promise<void> {
  const { stage, driver, id } = trial;
  const { clock, stripe } = stage.providers;
  events.push('the end');
  driver?.repair();
  driver?.hesitate(false);
  for (const intent of stripe.intents()) if (intent.metadata.transaction_id === id) intent.unknownStatus = null;
  await stage.setActive(true);
  Object.assign(trial, { isProviderSilent: false, isWebsiteActive: true });
  for (const seconds of TO_THE_END_SECONDS) {
    clock.forward(seconds);
    await stage.work();
    if (isFinal((await truthOf(trial)).payment.status)) break;
  }
  for (const seconds of LATE_CHECKS_SECONDS) {
    clock.forward(seconds);
    await stage.work();
  }
  faults.push(...faultsInTheEnd(await truthOf(trial)));
}

function drawn(acts: readonly Act[], random: SeededRandom): Act {
  return oneOf(
    random,
    acts.flatMap((act) => Array<Act>(act.weight).fill(act)),
  );
}
