import assert from 'node:assert/strict';
import { noFaults } from '../../../simulators/secure-acceptance/faults.ts';
import {
  type SecureAcceptanceSimulator,
  startSecureAcceptanceSimulator,
} from '../../../simulators/secure-acceptance/secure-acceptance-simulator.ts';
import { type BrowserForm, formOnPage } from './form-on-page.ts';
import type { DriverOptions, ProviderDriver } from './provider-driver.ts';

const QUIET = { reports: 'never', returns: 'never' } as const;
const LAG_MS = 600_000;

/** Customers open their page at once, in a tab that stays open. Results reach the gateway only by `notify` and `comeBack`. */
export async function startLakaypayCardDriver(
  options: DriverOptions,
): Promise<ProviderDriver<SecureAcceptanceSimulator>> {
  const simulator = await startSecureAcceptanceSimulator(options);
  const { faults } = simulator;
  Object.assign(faults, QUIET);
  const forms = new Map<string, BrowserForm>();
  const use = async (id: string, card: 'pays' | 'declined') => {
    const form = forms.get(id);
    if (!form) throw new Error(`no customer has opened the page of ${id}`);
    const page = await simulator.pay(form, card);
    assert.equal(page.status, 200, page.text);
  };
  return {
    method: 'lakaypay_card',
    simulator,
    settings: simulator.settings,
    isCreatedRemotely: false,
    isDeclineFinal: true,
    book: () => simulator.book(),
    creations: (id) => simulator.book().filter(({ reference }) => reference === id).length,
    setFaults({ query }) {
      if (query !== undefined) faults.query = query;
    },
    hesitate(isOn) {
      faults.indexLagMs = isOn ? LAG_MS : 0;
    },
    repair: () => void Object.assign(faults, noFaults(), QUIET, { indexLagMs: faults.indexLagMs }),
    async visit({ transaction_id, payment_url }) {
      forms.set(transaction_id, await formOnPage(payment_url ?? ''));
    },
    async pay(id, { amountMinor } = {}) {
      faults.wrongAmountMinor = amountMinor ?? null;
      await use(id, 'pays');
    },
    decline: (id) => use(id, 'declined'),
    async reportUnknownStatus(id) {
      faults.status = 'PONDERED';
      await use(id, 'pays');
    },
    notify: async (id) => (await simulator.notify(id)) ?? 0,
    comeBack: async (id) => (await simulator.comeBack(id)) ?? 0,
    forge: async (id) => (await simulator.forge(id)).map(([, status]) => status ?? 599),
    stop: () => simulator.stop(),
  };
}
