import { buildVerbs, type Verbs } from '../../src/app/build-verbs.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/platform/log/log.ts';
import type { TestGateway } from './gateway.ts';

/** The verbs of a gateway's settings on its store, for tests that do themselves what its worker or a command would. To be closed. */
export function verbsOf({ settings, store }: Pick<TestGateway, 'settings' | 'store'>): Promise<Verbs> {
  return buildVerbs(readConfig(settings), store, createLog('silent'));
}
