import assert from 'node:assert/strict';
import {
  type SecureAcceptanceSimulator,
  startSecureAcceptanceSimulator,
} from '../../../simulators/secure-acceptance/secure-acceptance-simulator.ts';
import { type Client, freePort, startTestGateway } from '../../support/gateway.ts';
import { type Harness, type Rig, testProvider } from '../test-provider.ts';
import { type BrowserForm, formOnPage } from './form-on-page.ts';

/** Customers who open their page at once, as a tab that stays open; what they bring back, and what the server posts, waits. */
const harness: Harness = {
  name: 'lakaypay_card',
  method: 'lakaypay_card',
  isCreatedRemotely: false,
  faults: ['drop_verify', 'server_error', 'garbage', 'endless_answer'],
  declined: 'declined',
  fields: ['payment_url'],
  without: {
    cancel: 'no transaction comes of it, so no question finds it: its signed result has its own test',
  },
  async start(engine, { clock, settings }): Promise<Rig> {
    const port = await freePort();
    const gatewayUrl = `http://127.0.0.1:${port}`;
    const simulator = await startSecureAcceptanceSimulator({ gatewayUrl, now: clock.nowMs });
    const gateway = await startTestGateway(engine, {
      clock: clock.now,
      settings: { ...settings, ...simulator.settings, PORT: String(port) },
    });
    const forms = new Map<string, BrowserForm>();
    const live = gateway.client(gateway.liveKey);
    const api: Client = {
      ...live,
      async post(path, body) {
        const answer = await live.post(path, body);
        if (path === '/payments' && answer.status === 201) {
          forms.set(answer.json.transaction_id, await formOnPage(answer.json.payment_url));
        }
        return answer;
      },
    };
    const use = async (id: string, card: 'pays' | 'declined') => {
      const form = forms.get(id);
      assert.ok(form, 'the page held a form');
      simulator.faults.delivery = 'both_lost';
      const page = await simulator.pay(form, card);
      assert.equal(page.status, 200, page.text);
    };
    return {
      gateway,
      api,
      async pay(id, { amountMinor } = {}) {
        simulator.faults.chargedMinor = amountMinor ?? null;
        await use(id, 'pays');
      },
      decline: (id) => use(id, 'declined'),
      async sayUnknown(id) {
        simulator.faults.decision = 'PONDERED';
        await use(id, 'pays');
      },
      notify: async (id) => (await simulator.notify(id)) ?? 0,
      comeBack: async (id) => (await simulator.comeBack(id)) ?? 0,
      forge: async (id) => (await simulator.forge(id)).map(([, status]) => status ?? 599),
      setFault: (fault) => {
        simulator.faults.search = SEARCH_TROUBLES[fault] ?? 'none';
      },
      mend: () => {
        simulator.faults.search = 'none';
        simulator.faults.chargedMinor = null;
        simulator.faults.decision = null;
      },
      creations: (id) => simulator.book().filter(({ reference }) => reference === id).length,
      async stop() {
        await gateway.stop();
        await simulator.stop();
      },
    };
  },
};

const SEARCH_TROUBLES: Readonly<Record<string, SecureAcceptanceSimulator['faults']['search']>> = {
  drop_verify: 'cut',
  server_error: 'error_500',
  garbage: 'not_json',
  endless_answer: 'endless',
};

testProvider(() => harness);
