import type { Payment } from '../../../src/core/payment.ts';
import { cardProvider } from '../../../src/providers/card/provider.ts';
import { CARD_CREDENTIALS, readCardSettings } from '../../../src/providers/card/settings.ts';
import type { Incoming, ListedCharge, Notice, Provider, Verification } from '../../../src/providers/provider.ts';
import { type DrivenAdapter, startDrivenAdapter } from '../../support/drivers/driven-adapter.ts';

export interface Adapter extends DrivenAdapter<'card'> {
  readonly stripe: DrivenAdapter<'card'>['simulator'];
  giveUp(payment: Payment): Promise<Verification>;
  notify(body: string, headers: Incoming['headers'], changes?: Partial<Incoming>, provider?: Provider): Promise<Notice>;
  list(range: { fromUs: number; toUs: number }, provider?: Provider): Promise<ListedCharge[]>;
}

export async function startAdapter(): Promise<Adapter> {
  const driven = await startDrivenAdapter('card', {
    credentials: CARD_CREDENTIALS,
    readSettings: readCardSettings,
    makeProvider: cardProvider,
  });
  const { provider: own, log } = driven;
  return {
    ...driven,
    stripe: driven.simulator,
    giveUp: (payment) => (own.giveUp as NonNullable<Provider['giveUp']>)(payment, log),
    notify: async (body, headers, changes = {}, { notification } = own) =>
      (notification as NonNullable<typeof notification>)(
        {
          path: 'webhook',
          method: 'POST',
          query: new URLSearchParams(),
          headers,
          body: Buffer.from(body),
          ...changes,
        },
        log,
      ),
    async list(range, { list } = own) {
      return Array.fromAsync((list as NonNullable<typeof list>)(range, log));
    },
  };
}
