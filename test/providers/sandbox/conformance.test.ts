import assert from 'node:assert/strict';
import { FORM, send } from '../../support/drivers/send.ts';
import { startTestGateway } from '../../support/gateway.ts';
import { type Harness, type Rig, testProvider } from '../test-provider.ts';

/** The sandbox is an ordinary provider: its customers pay on its own pages, and it lives in the gateway itself. */
const harness: Harness = {
  name: 'sandbox',
  method: 'moncash',
  isCreatedRemotely: false,
  isAsked: false,
  declined: 'declined',
  fields: ['payment_url'],
  without: {
    otherAmount: 'its pages accept no other amount',
    reportUnknownStatus: 'all of its statuses are ours',
    notify: 'it need not report to itself',
    comeBack: 'its pages are ours',
    refunds: 'it has no calls that could fail',
  },
  async start(engine, { clock, settings }): Promise<Rig> {
    const gateway = await startTestGateway(engine, { clock: clock.now, settings });
    const urls = new Map<string, string>();
    const api = {
      ...gateway.api,
      async post(path: string, body?: object | string | Buffer) {
        const response = await gateway.api.post(path, body);
        if (path === '/payments' && response.status === 201)
          urls.set(response.json.transaction_id, response.json.payment_url);
        return response;
      },
    };
    const submit = async (address: string, fields: Record<string, string>) => {
      const response = await send(address, {
        method: 'POST',
        headers: FORM,
        body: new URLSearchParams(fields).toString(),
      });
      assert.equal(response.status, 303, response.text);
      return new URL(response.headers.get('location') ?? '', address).href;
    };
    const useWallet = async (id: string, phone: string) => {
      const code = await submit(urls.get(id) ?? '', { phone, pin: '1234' });
      await submit(code, { code: '123456' });
    };
    return {
      gateway,
      api,
      driver: {
        // The slow wallet: it is paid on the page, and the gateway learns that only when it verifies.
        pay: (id) => useWallet(id, '37000005'),
        decline: (id) => useWallet(id, '37000003'),
        cancel: async (id) => void (await submit(urls.get(id) ?? '', { action: 'cancel' })),
        async forge(id) {
          const url = urls.get(id) ?? '';
          const wrong = `${url.slice(0, -1)}${url.endsWith('0') ? '1' : '0'}`;
          const attempts = [
            send(wrong, { method: 'POST', headers: FORM, body: 'code=123456' }),
            send(url, { method: 'POST', headers: FORM, body: 'code=123456' }),
            send(`${gateway.url}/providers/moncash/return?transactionId=${id}`),
            send(`${gateway.url}/providers/moncash/alert`, { method: 'POST', headers: FORM, body: `orderId=${id}` }),
          ];
          return (await Promise.all(attempts)).map(({ status }) => status);
        },
        setFaults: () => {},
        repair: () => {},
        creations: () => 0,
      },
      stop: () => gateway.stop(),
    };
  },
};

testProvider(() => harness);
