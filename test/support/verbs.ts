import { buildVerbs, type Verbs } from '../../src/app/build-verbs.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/platform/log/log.ts';
import type { TestGateway } from './gateway.ts';

/** The verbs of a gateway, for tests that do the work of its worker or of a command. The test must close them. */
export function verbsOf({ settings, store }: Pick<TestGateway, 'settings' | 'store'>): Promise<Verbs> {
  return buildVerbs(readConfig(settings), store, createLog('silent'));
}
