import { join } from 'node:path';
import { installEdits } from '../../simulation/world/stand-ins.ts';
import type { Engine } from '../../support/engines.ts';
import { REFUND_SABOTAGES } from './refund-sabotages.ts';

// A process that lives through the histories of the seeds that it is sent, one after the other. Its arguments are an engine, and the name of
// a sabotage or none.

/** The outcome of the history of a seed. */
export interface Lived {
  readonly seed: number;
  readonly violation?: string;
  readonly seen: Readonly<Record<string, number>>;
}

const [engine, name] = process.argv.slice(2) as [Engine, string | undefined];
installEdits(REFUND_SABOTAGES.find((sabotage) => sabotage.name === name)?.edits ?? []);
// These import the source, so the edits must come first.
const { openTestStore, seed: seedStore } = await import('../../support/store.ts');
const { systemClock } = await import('../../../src/platform/clock/clock.ts');
const { migrate } = await import('../../../src/features/operations/store/migrate.ts');
const { History } = await import('./history.ts');

const store = await openTestStore(engine, { migrated: false });
await migrate(store.db, systemClock());
const shop = await seedStore(store.db, { mode: 'live' });
const markFile = join(store.place.folder, 'charges.mark');

process.on('message', (seed: number) => void live(seed).then((lived) => process.send!(lived)));
process.on('disconnect', () => void store.close().then(() => process.exit(0)));
process.send!('ready');

async function live(seed: number): Promise<Lived> {
  try {
    return { seed, seen: await new History(store.db, { shop, markFile }, seed).live() };
  } catch (error) {
    const { message, stack } = error as Error;
    return { seed, violation: name === undefined ? (stack ?? message) : message, seen: {} };
  }
}
