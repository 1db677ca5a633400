import { moncashProvider } from '../../../src/providers/moncash/provider.ts';
import { MONCASH_CREDENTIALS, readMoncashSettings } from '../../../src/providers/moncash/settings.ts';
import type { Incoming, Notice, Provider } from '../../../src/providers/provider.ts';
import { type DrivenAdapter, startDrivenAdapter } from '../../support/drivers/driven-adapter.ts';

export interface Adapter extends DrivenAdapter<'moncash'> {
  /** Called before each request is sent. */
  onRequest: () => void;
  notify(incoming: Partial<Omit<Incoming, 'query' | 'body'>> & { query?: string; body?: string }): Promise<Notice>;
}

export async function startAdapter(): Promise<Adapter> {
  const driven = await startDrivenAdapter('moncash', {
    credentials: MONCASH_CREDENTIALS,
    readSettings: readMoncashSettings,
    makeProvider: moncashProvider,
    onRequest: () => adapter.onRequest(),
  });
  const { provider, log } = driven;
  const adapter: Adapter = {
    ...driven,
    onRequest: () => {},
    async notify({ query = '', body = '', ...rest }) {
      const { lookUp, ...notice } = (provider.notification as NonNullable<Provider['notification']>)(
        {
          path: 'return',
          method: 'GET',
          headers: {},
          query: new URLSearchParams(query),
          body: Buffer.from(body),
          ...rest,
        },
        log,
      );
      // The incoming request has no proof of a customer. Requests of known customers have their own tests.
      return { ...notice, ...(lookUp && { paymentId: await lookUp(log, { isCustomer: false }) }) };
    },
  };
  return adapter;
}
