import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { peyeJson } from '../support/cli.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { type RunningGateway, startRunningGateway } from '../support/running-gateway.ts';
import { byTier } from '../support/tier.ts';
import { ask, fieldsOf } from './link-visitor.ts';

const KILLS = byTier({ day: 2, night: 4 });
const STOCK = 200;
const BUYERS = 6;

onOneEngineByDay('a gateway that is killed while customers buy by a link', (engine) => {
  let running: RunningGateway;
  before(async () => {
    running = await startRunningGateway(engine, { PAGE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_PER_MINUTE: '0' });
  });
  after(() => running?.close());

  it('loses no unit, and reserves none without a payment', { timeout: 180_000 }, async () => {
    const settings = { settings: running.settings };
    const link = await peyeJson(
      [
        ...['links', 'create', '--website', running.seed.websiteId, '--mode', 'test', '--name', 'Mango'],
        ...['--ht', 'Mango', '--amount', '500', '--stock', String(STOCK)],
      ],
      settings,
    );
    /** Payments whose address a customer has seen. */
    const seen = new Set<string>();
    let made = 0;
    let isOver = false;
    // A customer whose form got no response sends it again, until it has one.
    const customer = async () => {
      let form: Record<string, string> | undefined;
      while (!isOver) {
        try {
          form ??= fieldsOf(await ask(link.url));
          const answer = await ask(link.url, { form });
          if (answer.status !== 303) continue;
          seen.add(/\/pay\/(\d+)\//.exec(answer.location)?.[1] ?? '');
          made++;
          form = undefined;
        } catch {
          // The gateway is unavailable.
          await new Promise((done) => setImmediate(done));
        }
      }
    };
    const customers = Array.from({ length: BUYERS }, customer);
    for (let kill = 1; kill <= KILLS; kill++) {
      const before = made;
      await running.killAt(`customers have got five more payment pages before kill ${kill}`, () => made >= before + 5);
      await running.restart();
    }
    isOver = true;
    await Promise.all(customers);
    const shown = await peyeJson(['links', 'show', link.code], settings);
    assert.equal(seen.size, made, 'each form has created one payment');
    const { open } = shown.totals;
    assert.ok(
      open >= seen.size && open <= STOCK,
      `${open} open payments: customers saw ${seen.size}, and the stock is ${STOCK}`,
    );
    for (const id of seen) assert.equal((await running.api().get(`/payments/${id}`)).status, 200, id);
    assert.ok(
      open <= seen.size + BUYERS * (KILLS + 1),
      'only requests in flight at a kill may have payments that no customer saw',
    );
    await running.assertSound();
    await running.stopAt('the end', () => true);
    const books = await peyeJson(['verify-books'], settings);
    assert.deepEqual(books.faults, []);
  });
});
