import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Payment } from '../../../src/core/payment.ts';
import { lakaypayCardProvider } from '../../../src/providers/lakaypay_card/provider.ts';
import { LAKAYPAY_CARD_CREDENTIALS, readLakaypayCardSettings } from '../../../src/providers/lakaypay_card/settings.ts';
import type { HostedForm, Incoming, Notice, Provider, Verification } from '../../../src/providers/provider.ts';
import { type DrivenAdapter, startDrivenAdapter } from '../../support/drivers/driven-adapter.ts';

/** The adapter without a gateway. A small server passes what the simulator and browsers send on to the adapter. */
export interface Adapter extends DrivenAdapter<'lakaypay_card'> {
  /** The received messages in order, each with the notice that the adapter read from it. */
  readonly received: readonly { readonly path: string; readonly notice: Notice }[];
  /** Returns the form of the payment; throws if the adapter offers none. */
  formOf(payment: Payment): HostedForm;
  notify(incoming: { path?: string; method?: 'GET' | 'POST'; body?: string }): Promise<Notice>;
  chargeToken(payment: Payment, token: string): Promise<Verification>;
}

export async function startAdapter(): Promise<Adapter> {
  const received: { path: string; notice: Notice }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = (request.url ?? '').replace('/providers/lakaypay_card/', '');
    const notice = await notify({ path, method: request.method as 'POST', body: Buffer.concat(chunks) });
    received.push({ path, notice });
    response.writeHead(typeof notice.response === 'string' ? 303 : notice.response.status).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const driven = await startDrivenAdapter('lakaypay_card', {
    credentials: LAKAYPAY_CARD_CREDENTIALS,
    readSettings: readLakaypayCardSettings,
    makeProvider: lakaypayCardProvider,
    gatewayUrl: publicUrl,
    publicUrl,
  });
  // These tests need the reports of the card page: switch all faults off.
  driven.simulator.repair();
  const { provider, log } = driven;
  const notify = (incoming: Pick<Incoming, 'path' | 'method' | 'body'>) =>
    (provider.notification as NonNullable<Provider['notification']>)(
      { headers: {}, query: new URLSearchParams(), ...incoming },
      log,
    );
  return {
    ...driven,
    received,
    formOf(payment) {
      const form = provider.hostedForm?.(payment, 'fr');
      if (!form) throw new Error('no form is offered');
      return form;
    },
    notify: async ({ path = 'notify', method = 'POST', body = '' }) =>
      notify({ path, method, body: Buffer.from(body) }),
    chargeToken: (payment, token) =>
      (provider.chargeToken as NonNullable<Provider['chargeToken']>)(payment, token, log),
    async stop() {
      await driven.stop();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
