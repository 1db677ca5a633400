import { type NatcashSimulator, startNatcashSimulator } from '../../../simulators/natcash/natcash-simulator.ts';
import type { DriverOptions, ProviderDriver } from './provider-driver.ts';
import { FORM, send } from './send.ts';

export async function startNatcashDriver(options: DriverOptions): Promise<ProviderDriver<NatcashSimulator>> {
  const simulator = await startNatcashSimulator(options);
  const { faults } = simulator;
  return {
    method: 'natcash',
    simulator,
    settings: simulator.settings,
    isCreatedRemotely: true,
    isDeclineFinal: true,
    book: () => simulator.book().map((entry) => ({ ...entry, reference: entry.reference.replace(/^NC/, '') })),
    creations: (id) => simulator.creations(orderNumberOf(id)),
    refunds: (id) => simulator.returns(orderNumberOf(id)),
    setFaults: ({ token: _, refund, refuseCreate, ...calls }) =>
      void Object.assign(faults, calls, refund && { cancel: refund }, refuseCreate && { refuseCreate: 1 }),
    // NatCash has the same status for an uncertain payment as for an unpaid one. Only the time distinguishes them.
    hesitate: () => {},
    repair: () => simulator.repair(),
    visit: async () => {},
    pay: async (id, payment) => simulator.pay(orderNumberOf(id), payment),
    decline: async (id) => simulator.decline(orderNumberOf(id)),
    reportUnknownStatus: async () => void (faults.status = 77),
    // NatCash's servers send no notifications. Instead the browser's return is delivered a second time.
    notify: (id) => simulator.comeBack(orderNumberOf(id)),
    comeBack: (id) => simulator.comeBack(orderNumberOf(id)),
    forge: (id) => forge(`${options.gatewayUrl}/providers/natcash/return`, id, simulator.returnUrl(orderNumberOf(id))),
    stop: () => simulator.stop(),
  };
}

/** The order number of a payment at NatCash. */
function orderNumberOf(transactionId: string): string {
  return `NC${transactionId}`;
}

async function forge(base: string, id: string, genuineUrl: string): Promise<number[]> {
  const signature = new URL(genuineUrl).searchParams.get('signature') ?? '';
  const orderNumber = orderNumberOf(id);
  const claims = [
    { payment: id },
    { payment: id, code: '1', transId: '1', orderNumber },
    // The message claims that the payment was paid, with the signature of an unknown outcome.
    { payment: id, code: '1', transId: '1', orderNumber, signature },
    { payment: id, code: '1', transId: '1', orderNumber, signature: '0'.repeat(64) },
  ].map((claim) => new URLSearchParams(claim).toString());
  const attempts = claims.flatMap((claim) => [
    send(`${base}?${claim}`),
    send(base, { method: 'POST', headers: FORM, body: claim }),
  ]);
  // The genuine return, which NatCash itself has signed, does not prove a payment either.
  attempts.push(send(genuineUrl));
  return (await Promise.all(attempts)).map(({ status }) => status);
}
