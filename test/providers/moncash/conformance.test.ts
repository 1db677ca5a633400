import assert from 'node:assert/strict';
import { type MoncashFaults, noFaults } from '../../../simulators/moncash/faults.ts';
import { type MoncashSimulator, startMoncashSimulator } from '../../../simulators/moncash/moncash-simulator.ts';
import { freePort, paymentRequest, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { type Fault, type Harness, type Rig, send, testProvider } from '../test-provider.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'content-type': 'application/json' };

/** Nobody tells the gateway anything unless a case does. */
const QUIET: Partial<MoncashFaults> = { alert: 'never' };
const FAULTS: Record<Fault, Partial<MoncashFaults>> = {
  refuse_create: { createRefusal: 'Maximum Account Balance' },
  drop_before_create: { create: 'drop' },
  drop_after_create: { create: 'drop_after_effect' },
  hold_create: { create: 'hang_after_effect' },
  drop_verify: { query: 'drop' },
  server_error: { create: 'error_500', query: 'error_500' },
  garbage: { create: 'not_json', query: 'not_json' },
  endless_answer: { create: 'endless', query: 'endless' },
};

const harness: Harness = {
  name: 'moncash',
  method: 'moncash',
  isCreatedRemotely: true,
  faults: ['drop_verify', 'server_error', 'garbage', 'endless_answer', 'refuse_create', 'hold_create'],
  declined: null,
  fields: ['payment_url'],
  without: { cancel: "MonCash's page offers no way to give up: the customer stays away, and the payment expires" },
  async start(engine, { clock, settings }): Promise<Rig> {
    const port = await freePort();
    const simulator = await startMoncashSimulator({ gatewayUrl: `http://127.0.0.1:${port}`, now: clock.nowMs });
    const setFaults = (faults: Partial<MoncashFaults>) => Object.assign(simulator.faults, faults);
    setFaults(QUIET);
    const gateway = await startTestGateway(engine, {
      clock: clock.now,
      settings: { ...settings, ...simulator.settings, PORT: String(port) },
    });
    return {
      gateway,
      api: gateway.client(gateway.liveKey),
      async pay(id, { amountMinor } = {}) {
        await simulator.pay(id, amountMinor === undefined ? {} : { costMinor: amountMinor });
      },
      async decline(id) {
        setFaults({ wallet: 'declined' });
        const page = await useWallet(simulator.pageUrl(id));
        assert.match(page, /The payment was declined/);
      },
      async sayUnknown(id) {
        await simulator.pay(id);
        setFaults({ message: 'under review' });
      },
      notify: async (id) => (await simulator.sendAlert(id)).status ?? 0,
      comeBack: async (id) => (await send(simulator.returnUrl(id), { headers: BROWSER })).status,
      forge: (id) => forge(gateway, simulator, id),
      setFault: (fault) => void setFaults(FAULTS[fault]),
      mend() {
        setFaults({ ...noFaults(), ...QUIET });
        simulator.release();
      },
      creations: (id) =>
        simulator.calls.filter(({ operation, subject }) => operation === 'CreatePayment' && subject === id).length,
      async stop() {
        await gateway.stop();
        await simulator.stop();
      },
    };
  },
};

testProvider(() => harness);

/** What the customer does on MonCash's page. Returns the page they end at. */
async function useWallet(pageUrl: string): Promise<string> {
  const submit = async (fields: Record<string, string>) =>
    (await send(pageUrl, { method: 'POST', headers: FORM, body: new URLSearchParams(fields).toString() })).text;
  const code = await submit({ step: 'pay', phone: '37007294', pin: '1234' });
  const session = /name="session" value="([^"]+)"/.exec(code)?.[1] ?? '';
  return submit({ step: 'send', session, code: '123456' });
}

/** Every field that is looked at, with lies in it, and another customer's real payment in place of this one's. */
async function forge(gateway: TestGateway, simulator: MoncashSimulator, id: string): Promise<number[]> {
  const other = await gateway.client(gateway.liveKey).post('/payments', paymentRequest({ amount: 500 }));
  const paidElsewhere = await simulator.pay(other.json.transaction_id);
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
    const url = `${gateway.url}/providers/moncash/${path}`;
    for (const claim of claims) {
      const form = new URLSearchParams(claim).toString();
      const answers = await Promise.all([
        send(`${url}?${form}`, { headers: BROWSER }),
        send(`${url}?${form}`),
        send(url, { method: 'POST', headers: FORM, body: form }),
        send(url, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(claim) }),
      ]);
      statuses.push(...answers.map(({ status }) => status));
    }
  }
  return statuses;
}
