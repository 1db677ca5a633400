import { pino } from 'pino';
import { type MoncashSimulator, startMoncashSimulator } from '../../../simulators/moncash/moncash-simulator.ts';
import type { Payment } from '../../../src/domain/payment.ts';
import { type HttpRequest, httpClient } from '../../../src/lib/http.ts';
import type { Log } from '../../../src/lib/log.ts';
import { logTelemetry } from '../../../src/lib/log-telemetry.ts';
import { type SecretBox, secretBox } from '../../../src/lib/secrets.ts';
import { settingsReader } from '../../../src/lib/settings-reader.ts';
import { moncashProvider } from '../../../src/providers/moncash/provider.ts';
import { MONCASH_CREDENTIALS, readMoncashSettings } from '../../../src/providers/moncash/settings.ts';
import type { Creation, Incoming, Notice, Provider, Verification } from '../../../src/providers/provider.ts';
import { type ShiftedClock, shiftedClock } from '../../support/shifted-clock.ts';
import { testPayment } from '../../support/store.ts';

/** The adapter alone, without a gateway, in front of the simulator. */
export interface Adapter {
  readonly provider: Provider;
  readonly simulator: MoncashSimulator;
  readonly clock: ShiftedClock;
  readonly box: SecretBox;
  /** Called before each request is sent. */
  onRequest: () => void;
  /** What was sent to MonCash. */
  readonly requests: readonly HttpRequest[];
  /** The lines of the log, as they were written. */
  readonly lines: readonly string[];
  /** A payment that `open` has begun, not yet created at MonCash. */
  newPayment(changes?: Partial<Payment>): Payment;
  create(payment: Payment): Promise<Creation>;
  /** A payment that has been created at MonCash, with what the answer changes. */
  created(changes?: Partial<Payment>): Promise<Payment>;
  verify(payment: Payment): Promise<Verification>;
  notify(incoming: Partial<Omit<Incoming, 'query' | 'body'>> & { query?: string; body?: string }): Promise<Notice>;
  /** Another adapter, with other settings, for the same simulator. */
  another(settings: Record<string, string>): Provider;
  readonly log: Log;
  stop(): Promise<void>;
}

let nextId = 170_000_000_000_001;

/** Calls are given `timeoutMs` instead of the adapter's own seconds, so that silence is noticed soon. */
export async function startAdapter({ timeoutMs = 5_000 }: { timeoutMs?: number } = {}): Promise<Adapter> {
  const clock = shiftedClock();
  const box = secretBox(Buffer.alloc(32));
  const simulator = await startMoncashSimulator({ gatewayUrl: 'http://127.0.0.1:9', now: clock.nowMs });
  simulator.faults.alert = 'never';
  const client = httpClient();
  const requests: HttpRequest[] = [];
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => lines.push(line) });
  const another = (settings: Record<string, string>): Provider => {
    const read = readMoncashSettings(settingsReader({ ...simulator.settings, ...settings }, MONCASH_CREDENTIALS));
    if (!read.settings) throw new Error('the credentials are missing');
    return moncashProvider(read.settings, {
      clock: clock.now,
      box,
      publicUrl: 'https://pay.example',
      telemetry: logTelemetry,
      http(request) {
        requests.push(request);
        adapter.onRequest();
        return client.http({ ...request, timeoutMs: Math.min(timeoutMs, request.timeoutMs) });
      },
    });
  };
  const provider = another({});
  const newPayment = (changes: Partial<Payment> = {}): Payment => {
    const payment = testPayment(
      { websiteId: 'web_1', apiKeyId: 'key_1' },
      { id: nextId++, mode: 'live', createdAtUs: clock.now(), ...changes },
    );
    const { fields: _fields, ...opening } = provider.open(payment, { rateE4: 1_305_000 });
    return { ...payment, ...opening, ...changes };
  };
  const create = (payment: Payment) => (provider.create as NonNullable<Provider['create']>)(payment, log);
  const adapter: Adapter = {
    onRequest: () => {},
    provider,
    simulator,
    clock,
    box,
    requests,
    lines,
    log,
    newPayment,
    create,
    async created(changes) {
      const payment = newPayment(changes);
      const { fields: _fields, ...creation } = await create(payment);
      return { ...payment, ...creation };
    },
    verify: (payment) => provider.verify(payment, log),
    async notify({ query = '', body = '', ...rest }) {
      const { lookUp, ...notice } = (provider.notification as NonNullable<Provider['notification']>)(
        {
          path: 'return',
          method: 'GET',
          headers: {},
          query: new URLSearchParams(query),
          body: Buffer.from(body),
          ...rest,
        },
        log,
      );
      // As a stranger's is: who is known to have set out to pay is asked about apart.
      return { ...notice, ...(lookUp && { paymentId: await lookUp(log, { isPayer: false }) }) };
    },
    another,
    async stop() {
      await client.close();
      await simulator.stop();
    },
  };
  return adapter;
}
