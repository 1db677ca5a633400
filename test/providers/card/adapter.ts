import { pino } from 'pino';
import { type StripeSimulator, startStripeSimulator } from '../../../simulators/stripe/stripe-simulator.ts';
import type { Payment } from '../../../src/domain/payment.ts';
import { type HttpRequest, httpClient } from '../../../src/lib/http.ts';
import type { Log } from '../../../src/lib/log.ts';
import { logTelemetry } from '../../../src/lib/log-telemetry.ts';
import { secretBox } from '../../../src/lib/secrets.ts';
import { settingsReader } from '../../../src/lib/settings-reader.ts';
import { cardProvider } from '../../../src/providers/card/provider.ts';
import { CARD_CREDENTIALS, readCardSettings } from '../../../src/providers/card/settings.ts';
import type {
  Creation,
  Incoming,
  ListedCharge,
  Notice,
  Provider,
  Verification,
} from '../../../src/providers/provider.ts';
import { type ShiftedClock, shiftedClock } from '../../support/shifted-clock.ts';
import { testPayment } from '../../support/store.ts';

const RATE_E4 = 1_305_000;

/** The adapter alone, without a gateway, in front of the simulator. */
export interface Adapter {
  readonly provider: Provider;
  readonly stripe: StripeSimulator;
  readonly clock: ShiftedClock;
  readonly log: Log;
  /** What was sent to Stripe. */
  readonly requests: HttpRequest[];
  /** The lines of the log, as they were written. */
  readonly lines: readonly string[];
  /** Another adapter, with other settings, for the same simulator. */
  another(settings: Record<string, string>): Provider;
  /** A payment that `open` has begun, not yet created at Stripe. */
  newPayment(changes?: Partial<Payment>, provider?: Provider): Payment;
  create(payment: Payment, provider?: Provider): Promise<Creation>;
  /** A payment that has been created at Stripe, with what the answer changes. */
  created(changes?: Partial<Payment>, provider?: Provider): Promise<Payment>;
  verify(payment: Payment, provider?: Provider): Promise<Verification>;
  giveUp(payment: Payment): Promise<Verification>;
  notify(body: string, headers: Incoming['headers'], changes?: Partial<Incoming>, provider?: Provider): Promise<Notice>;
  list(range: { fromUs: number; toUs: number }, provider?: Provider): Promise<ListedCharge[]>;
  stop(): Promise<void>;
}

let nextId = 170_000_000_000_001;

export async function startAdapter(): Promise<Adapter> {
  const clock = shiftedClock();
  const stripe = await startStripeSimulator({ gatewayUrl: 'http://127.0.0.1:9', now: clock.nowMs });
  stripe.faults.webhooks = 'never';
  const client = httpClient();
  const requests: HttpRequest[] = [];
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => lines.push(line) });
  const another = (settings: Record<string, string>): Provider => {
    const read = readCardSettings(settingsReader({ ...stripe.settings, ...settings }, CARD_CREDENTIALS));
    if (!read.settings) throw new Error('the credentials are missing');
    return cardProvider(read.settings, {
      clock: clock.now,
      box: secretBox(Buffer.alloc(32)),
      publicUrl: 'https://pay.example',
      telemetry: logTelemetry,
      http(request) {
        requests.push(request);
        // The adapter's seconds are for a slow line; silence is noticed sooner here.
        return client.http({ ...request, timeoutMs: Math.min(request.timeoutMs, 1_000) });
      },
    });
  };
  const own = another({});
  const newPayment: Adapter['newPayment'] = (changes = {}, provider = own) => {
    const payment = testPayment(
      { websiteId: 'web_1', apiKeyId: 'key_1' },
      { id: nextId++, mode: 'live', method: 'card', status: 'pending', createdAtUs: clock.now(), ...changes },
    );
    const { fields: _fields, ...opening } = provider.open(payment, { rateE4: RATE_E4 });
    return { ...payment, ...opening, ...changes };
  };
  const create: Adapter['create'] = (payment, { create: ask } = own) => (ask as NonNullable<typeof ask>)(payment, log);
  return {
    provider: own,
    stripe,
    clock,
    log,
    requests,
    lines,
    another,
    newPayment,
    create,
    async created(changes, provider = own) {
      const payment = newPayment(changes, provider);
      const { fields: _fields, ...creation } = await create(payment, provider);
      return { ...payment, ...creation };
    },
    verify: (payment, provider = own) => provider.verify(payment, log),
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
    async stop() {
      await client.close();
      await stripe.stop();
    },
  };
}
