import { installEdits } from '../../simulation/world/stand-ins.ts';
import type { Engine } from '../../support/engines.ts';
import { CHECKOUT_SABOTAGES } from './checkout-sabotages.ts';

// A process that lives through the histories of the seeds that it is sent, one after the other. Its arguments are an engine, and the name of
// a sabotage or none.

const [engine, name] = process.argv.slice(2) as [Engine, string | undefined];
installEdits(CHECKOUT_SABOTAGES.find((sabotage) => sabotage.name === name)?.edits ?? []);
// These import the source, so the edits must come first.
const { openTestStore, seed: seedStore } = await import('../../support/store.ts');
const { History } = await import('./history.ts');

const store = await openTestStore(engine);
const shop = await seedStore(store.db, { mode: 'live', website: { methods: ['moncash', 'natcash', 'lakaypay_card'] } });

process.on('message', (seed: number) => void live(seed).then((lived) => process.send!(lived)));
process.on('disconnect', () => void store.close().then(() => process.exit(0)));
process.send!('ready');

async function live(seed: number) {
  try {
    return { seed, seen: await new History(store, shop, seed).live() };
  } catch (error) {
    const { message, stack } = error as Error;
    return { seed, violation: name === undefined ? (stack ?? message) : message, seen: {} };
  }
}
