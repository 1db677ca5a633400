import assert from 'node:assert/strict';
import { noFaults } from '../../../simulators/moncash/faults.ts';
import { type MoncashSimulator, startMoncashSimulator } from '../../../simulators/moncash/moncash-simulator.ts';
import type { DriverOptions, ProviderDriver } from './provider-driver.ts';
import { BROWSER, FORM, send } from './send.ts';

export async function startMoncashDriver(options: DriverOptions): Promise<ProviderDriver<MoncashSimulator>> {
  const simulator = await startMoncashSimulator(options);
  const { faults } = simulator;
  faults.reports = 'never';
  let isHesitating = false;
  return {
    method: 'moncash',
    simulator,
    settings: simulator.settings,
    isCreatedRemotely: true,
    isDeclineFinal: false,
    book: () => simulator.book(),
    creations: (id) =>
      simulator.calls.filter(({ operation, subject }) => operation === 'CreatePayment' && subject === id).length,
    refunds: (id) => simulator.transfers().filter(({ desc }) => desc === `Refund ${id}`).length,
    setFaults: ({ refund, refuseCreate, ...calls }) =>
      void Object.assign(
        faults,
        calls,
        refund && { transfer: refund },
        refuseCreate && { refuseCreate: 'Maximum Account Balance' },
      ),
    hesitate(isOn) {
      isHesitating = isOn;
      faults.status = isOn ? 'pending' : null;
    },
    repair: () => void Object.assign(faults, noFaults(), { reports: 'never', status: isHesitating ? 'pending' : null }),
    visit: async () => {},
    async pay(id, { amountMinor } = {}) {
      await simulator.pay(id, amountMinor === undefined ? {} : { costMinor: amountMinor });
    },
    async decline(id) {
      faults.wallet = 'declined';
      try {
        assert.match(await useWallet(simulator.pageUrl(id)), /The payment was declined/);
      } finally {
        faults.wallet = 'pays';
      }
    },
    async reportUnknownStatus(id) {
      await simulator.pay(id);
      faults.status = 'under review';
    },
    notify: async (id) => (await simulator.sendAlert(id)).status ?? 0,
    comeBack: async (id) => (await send(simulator.returnUrl(id), { headers: BROWSER })).status,
    forge: async (id, otherId) => forge(options.gatewayUrl, id, await simulator.pay(otherId)),
    stop: () => simulator.stop(),
  };
}

/** Acts as the customer on MonCash's page. Returns the last page. */
async function useWallet(pageUrl: string): Promise<string> {
  const submit = async (fields: Record<string, string>) =>
    (await send(pageUrl, { method: 'POST', headers: FORM, body: new URLSearchParams(fields).toString() })).text;
  const code = await submit({ step: 'pay', phone: '37007294', pin: '1234' });
  const session = /name="session" value="([^"]+)"/.exec(code)?.[1] ?? '';
  return submit({ step: 'send', session, code: '123456' });
}

/** Sends every field that the gateway reads with false values, and the transaction of another payment for this one. */
async function forge(gatewayUrl: string, id: string, paidElsewhere: string): Promise<number[]> {
  const jwt = `e30.${Buffer.from(JSON.stringify({ ref: id })).toString('base64url')}.c2ln`;
  const claims: Record<string, string>[] = [
    { orderId: id },
    { orderId: id, message: 'successful', cost: '500', status: '200' },
    { transactionId: '12874820' },
    { transactionId: jwt },
    { orderId: id, transactionId: paidElsewhere },
    { transactionId: paidElsewhere, reference: id, payment_status: 'COMPLETED', success: 'true' },
  ];
  const statuses: number[] = [];
  for (const path of ['return', 'alert']) {
    const url = `${gatewayUrl}/providers/moncash/${path}`;
    for (const claim of claims) {
      const form = new URLSearchParams(claim).toString();
      const responses = await Promise.all([
        send(`${url}?${form}`, { headers: BROWSER }),
        send(`${url}?${form}`),
        send(url, { method: 'POST', headers: FORM, body: form }),
        send(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(claim) }),
      ]);
      statuses.push(...responses.map(({ status }) => status));
    }
  }
  return statuses;
}
