import { startNatcashSimulator } from '../../../simulators/natcash/natcash-simulator.ts';
import { startTestGateway } from '../../support/gateway.ts';
import { type Fault, type Harness, type Rig, send, testProvider } from '../test-provider.ts';

const orderNumberOf = (transactionId: string) => `NC${transactionId}`;

const harness: Harness = {
  name: 'natcash',
  method: 'natcash',
  isCreatedRemotely: true,
  faults: ['hold_create', 'drop_verify', 'server_error', 'garbage', 'endless_answer'],
  // Until the end of the page: nobody knows that it takes no other attempt.
  declined: null,
  fields: ['payment_url', 'natcash_reference'],
  without: { cancel: 'NatCash says -1 of a customer who gives up, as of one whose wallet declines' },
  async start(engine, { clock, settings }): Promise<Rig> {
    const natcash = await startNatcashSimulator({ gatewayUrl: 'http://127.0.0.1', now: clock.nowMs });
    const gateway = await startTestGateway(engine, {
      clock: clock.now,
      settings: { ...natcash.settings, ...settings },
    });
    const { faults } = natcash;
    const inCalls = (fault: typeof faults.credential) =>
      Object.assign(faults, { credential: fault, checkTransaction: fault });
    const setFaults: Record<Fault, () => unknown> = {
      refuse_create: () => (faults.refuseCreate = 1),
      drop_before_create: () => (faults.credential = 'drop_before'),
      drop_after_create: () => (faults.credential = 'drop_after'),
      hold_create: () => (faults.credential = 'hang_after'),
      drop_verify: () => (faults.checkTransaction = 'drop_before'),
      server_error: () => inCalls('server_error'),
      garbage: () => inCalls('not_json'),
      endless_answer: () => inCalls('endless_body'),
    };
    return {
      gateway,
      api: gateway.client(gateway.liveKey),
      pay: async (id, options) => natcash.pay(orderNumberOf(id), options),
      decline: async (id) => natcash.decline(orderNumberOf(id)),
      sayUnknown: async () => void (faults.responseCode = 77),
      // Its servers never call. What stands in for it is the browser's return, delivered a second time.
      notify: (id) => natcash.comeBack(orderNumberOf(id)),
      comeBack: (id) => natcash.comeBack(orderNumberOf(id)),
      async forge(id) {
        const base = `${gateway.url}/providers/natcash/return`;
        const genuine = new URL(natcash.returnUrl(orderNumberOf(id)));
        const signature = genuine.searchParams.get('signature') ?? '';
        const claims = [
          { payment: id },
          { payment: id, code: '1', transId: '1', orderNumber: orderNumberOf(id) },
          // Signed as unknown, and claimed as paid.
          { payment: id, code: '1', transId: '1', orderNumber: orderNumberOf(id), signature },
          { payment: id, code: '1', transId: '1', orderNumber: orderNumberOf(id), signature: '0'.repeat(64) },
        ].map((claim) => new URLSearchParams(claim).toString());
        const attempts = claims.flatMap((claim) => [
          send(`${base}?${claim}`),
          send(base, {
            method: 'POST',
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: claim,
          }),
        ]);
        // What NatCash itself has signed proves no payment either.
        attempts.push(send(genuine.href));
        return (await Promise.all(attempts)).map(({ status }) => status);
      },
      setFault: (fault) => void setFaults[fault](),
      mend: natcash.mend,
      creations: (id) => natcash.creations(orderNumberOf(id)),
      async stop() {
        await gateway.stop();
        await natcash.stop();
      },
    };
  },
};

testProvider(() => harness);
