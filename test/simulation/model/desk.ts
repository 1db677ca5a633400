import { openStore } from '../../../src/app/open-store.ts';
import { readConfig } from '../../../src/config.ts';
import { DatabaseUnavailable } from '../../../src/database/database.ts';
import { rateVerbs } from '../../../src/features/rates/rate-verbs.ts';
import { findManualRate } from '../../../src/features/rates/store/manual-rates.ts';
import { createLog } from '../../../src/platform/log/log.ts';
import { OperatorError } from '../../../src/platform/operator-error.ts';
import type { OperatorVerbs } from '../../../src/verbs/operator-verbs.ts';
import type { Observation, Outcome } from '../checker/history.ts';
import { closeConnectionsOf } from '../stand-ins/sqlite.ts';
import { timeOf } from '../world/machine-time.ts';
import type { Random } from '../world/random.ts';
import { BEGINS_AT_US, type Life, within } from '../world/world.ts';
import type { Ask } from './shop-client.ts';
import type { Town } from './shopping.ts';
import { noSource, type Shop } from './template.ts';

const US = 1_000_000;
/** How long a rotated key still works. */
const OVERLAP_SECONDS = 300;

/** The commands of an operator. Each is its own process on the store of the nodes. */
interface Desk {
  readonly town: Town;
  readonly shops: readonly Shop[];
  readonly settings: Readonly<Record<string, string>>;
  readonly ask: Ask;
  readonly record: (observation: Observation) => void;
  readonly random: Random;
  readonly hasClockSteps: boolean;
}

type DeskStore = Awaited<ReturnType<typeof openStore>>;

/** Lets an operator make a few changes within this time. */
export async function workAtDesk(desk: Desk, lengthUs: number): Promise<void> {
  const { random, town } = desk;
  const { world } = town;
  const alpha = desk.shops[0]!;
  const at = async (work: () => Promise<void>, times = 1) => {
    await world.sleep(random.between(US, times * lengthUs));
    await work();
  };
  const works = [
    ...Array.from({ length: random.between(2, 5) }, () => at(() => resend(desk), 2)),
    ...(random.percent(60) ? [at(() => rollSecret(desk, random.pick(desk.shops.slice(0, 2))))] : []),
    ...(random.percent(40) ? [at(() => rollKey(desk, alpha, random.pick(['test', 'live'] as const)))] : []),
    ...(random.percent(50) ? [at(() => setRate(desk))] : []),
  ];
  await Promise.all(works);
}

async function resend(desk: Desk): Promise<void> {
  const { town, random, record } = desk;
  // Older deliveries are more likely to have ended.
  const payment = random.pick(town.payments.slice(0, Math.ceil(town.payments.length / 3)));
  if (payment === undefined) return;
  // Some operators send the command again, before they know its outcome.
  for (let times = random.percent(50) ? 2 : 1; times > 0; times--) {
    const { outcome } = await command(desk, ({ operator }) => operator.resendDelivery(`dlv_${payment}`));
    record({ kind: 'resent', payment, outcome });
    await town.world.sleep(random.between(0, 4) * US);
  }
}

async function rollSecret(desk: Desk, { name, websiteId }: Shop): Promise<void> {
  const { random, record } = desk;
  const afterSeconds = random.pick([0, 0, 45, 90]);
  await untilDone(desk, async (startedAt) => {
    const roll = (operator: OperatorVerbs) => operator.rotateWebhookSecret({ id: websiteId, afterSeconds });
    const { outcome, result } = await command(desk, ({ operator }) => roll(operator));
    if (result) record({ kind: 'secret', name: `a rotated secret of ${name}`, value: result.webhookSecret });
    record({
      kind: 'rolled',
      shop: name,
      secret: result?.webhookSecret ?? null,
      startedAt,
      afterUs: afterSeconds * US,
      outcome,
    });
    return outcome;
  });
}

async function rollKey(desk: Desk, shop: Shop, mode: 'test' | 'live'): Promise<void> {
  const { town, record, ask, hasClockSteps } = desk;
  const old = shop.keys[mode];
  const outcome = await untilDone(desk, async () => {
    const given = { id: shop.keyIds[mode], overlapSeconds: OVERLAP_SECONDS };
    const { outcome, result } = await command(desk, ({ operator }) => operator.rotateApiKey(given));
    if (result) {
      record({ kind: 'secret', name: `a rotated key of ${shop.name}`, value: result.text });
      shop.keys[mode] = result.text;
    }
    return outcome;
  });
  // After the overlap the old key must be refused.
  if (outcome !== 'done' || hasClockSteps) return;
  town.world.after((OVERLAP_SECONDS + 60) * US, 'an old key', () => {
    const asked = { what: 'nonsense', shop: shop.name, mode, method: 'GET', path: '/api/gateway/v1/payments' } as const;
    void ask(asked, { key: old });
  });
}

async function setRate(desk: Desk): Promise<void> {
  const { random, record } = desk;
  const rateE4 = random.between(1_250_001, 1_399_999);
  await untilDone(desk, async (startedAt) => {
    const { outcome } = await command(desk, async (store) => {
      const parts = { ...store, log: createLog('error'), connect: noSource };
      const verbs = await rateVerbs(parts, readConfig(desk.settings).exchangeRate);
      const seen = (await findManualRate(store.db))?.number ?? 0;
      return verbs.set({ rateE4, isChecked: true, seen });
    });
    record({ kind: 'rate', rateE4, startedAt, outcome });
    return outcome;
  });
}

/** Repeats a change until it is known to be stored, as an operator would. */
async function untilDone({ town, random }: Desk, change: (startedAt: number) => Promise<Outcome>): Promise<Outcome> {
  let outcome: Outcome = 'refused';
  for (let attempt = 1; attempt <= 12 && outcome !== 'done'; attempt++) {
    if (attempt > 1) await town.world.sleep(random.between(2, 8) * US);
    outcome = await change(town.world.nowUs - BEGINS_AT_US);
  }
  return outcome;
}

/** One command: opens the store, changes something, and ends. */
async function command<T>(
  { town, settings, random }: Desk,
  change: (store: DeskStore) => Promise<T>,
): Promise<{ outcome: Outcome; result?: T }> {
  const { world } = town;
  const life: Life = {
    name: 'desk',
    random,
    isAlive: true,
    standsStillUntilUs: 0,
    lastImmediateUs: 0,
  };
  const time = timeOf(world);
  try {
    return await within(life, async () => {
      const config = readConfig(settings);
      let store: DeskStore;
      try {
        store = await openStore(config, createLog('error'), { migrate: false }, time);
      } catch {
        return { outcome: 'refused' };
      }
      try {
        return { outcome: 'done', result: await change(store) };
      } catch (error) {
        const isRefused = error instanceof OperatorError || error instanceof DatabaseUnavailable;
        return { outcome: isRefused ? 'refused' : 'unknown' };
      } finally {
        await store.db.close();
      }
    });
  } finally {
    closeConnectionsOf(life);
  }
}
