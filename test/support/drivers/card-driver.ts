import { type StripeSimulator, startStripeSimulator } from '../../../simulators/stripe/stripe-simulator.ts';
import type { DriverOptions, ProviderDriver } from './provider-driver.ts';

export async function startCardDriver(options: DriverOptions): Promise<ProviderDriver<StripeSimulator>> {
  const simulator = await startStripeSimulator(options);
  const { faults } = simulator;
  faults.reports = 'never';
  return {
    method: 'card',
    simulator,
    settings: simulator.settings,
    isCreatedRemotely: true,
    isDeclineFinal: false,
    book: () => simulator.book(),
    creations: simulator.creations,
    refunds: (id) => simulator.intents().find(({ metadata }) => metadata.transaction_id === id)?.refunds.length ?? 0,
    setFaults({ token: _, query, ...others }) {
      // Cancelling an intent shows whether it can still be paid.
      Object.assign(faults, others, query && { query, cancel: query });
    },
    hesitate(isOn) {
      faults.slowCards = isOn;
      if (isOn) return;
      for (const { status, metadata } of simulator.intents()) {
        if (status === 'processing') simulator.settle(metadata.transaction_id ?? '');
      }
    },
    repair() {
      const { slowCards } = faults;
      simulator.repair();
      Object.assign(faults, { slowCards, reports: 'never' });
    },
    visit: async () => {},
    pay: async (id, payment) => simulator.pay(id, payment),
    decline: async (id) => simulator.decline(id),
    cancel: async (id) => simulator.cancel(id),
    reportUnknownStatus: async (id) => simulator.reportUnknownStatus(id),
    // Rejects, rather than throws at once, for a payment that the provider has never heard of.
    notify: async (...news) => simulator.notify(...news),
    forge: simulator.forge,
    stop: () => simulator.stop(),
  };
}
