import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import type { Payment, PaymentMethod } from '../../../src/core/payment.ts';
import type { Log } from '../../../src/platform/log/log.ts';
import { logTelemetry } from '../../../src/platform/log/log-telemetry.ts';
import { type HttpRequest, httpClient } from '../../../src/platform/network/http.ts';
import { type SecretBox, secretBox } from '../../../src/platform/secrets/secrets.ts';
import { type SettingsReader, settingsReader } from '../../../src/platform/settings-reader.ts';
import type { MethodSettings } from '../../../src/providers/method-settings.ts';
import type { Creation, Provider, Verification } from '../../../src/providers/provider.ts';
import type { ProviderDeps } from '../../../src/providers/provider-deps.ts';
import { type ShiftedClock, shiftedClock } from '../shifted-clock.ts';
import { testPayment } from '../store.ts';
import { type Drivers, startDriver } from './start-driver.ts';

const RATE_E4 = 1_305_000;

/** A provider's adapter alone, without a gateway, in front of its simulator, on one clock. */
export interface DrivenAdapter<Method extends PaymentMethod, P extends Provider = Provider> {
  readonly provider: P;
  readonly simulator: Drivers[Method]['simulator'];
  readonly clock: ShiftedClock;
  readonly box: SecretBox;
  readonly log: Log;
  /** The lines of the log, as they were written. */
  readonly lines: string[];
  /** The requests to the provider. */
  readonly requests: HttpRequest[];
  /** Another adapter, with other settings, for the same simulator. */
  another(settings: Record<string, string>): P;
  /** A payment that the provider's `open` has prepared, and that is not created at the provider yet. */
  newPayment(changes?: Partial<Payment>, provider?: Provider): Payment;
  create(payment: Payment, provider?: Provider): Promise<Creation>;
  /** Creates a payment at the provider. Returns it with the values from the response. */
  created(changes?: Partial<Payment>, provider?: Provider): Promise<Payment>;
  verify(payment: Payment, provider?: Provider): Promise<Verification>;
  /** Limits the time of each later call. The limit is short only in tests of a provider that does not respond. */
  limitCalls(timeoutMs: number): void;
  stop(): Promise<void>;
}

/** How a provider's adapter is made from its settings. */
export interface AdapterKind<Settings, P extends Provider> {
  readonly credentials: readonly string[];
  readonly readSettings: (reader: SettingsReader) => MethodSettings<Settings>;
  readonly makeProvider: (settings: Settings, deps: ProviderDeps) => P;
  readonly gatewayUrl?: string;
  readonly publicUrl?: string;
  /** The time limit of a call. By default it is five seconds; `limitCalls` changes it. */
  readonly timeoutMs?: number;
  /** Called before each request is sent. */
  readonly onRequest?: () => void;
}

/** The usual time limit of a call: more than a busy machine needs for a call on loopback. */
export const CALL_MS = 5_000;
/** The time limit in tests of a provider that does not respond: still long enough for the calls that get a response. */
export const SILENCE_MS = 1_000;

let nextId = 911_607_750_000_001;

export async function startDrivenAdapter<Method extends PaymentMethod, Settings, P extends Provider>(
  method: Method,
  {
    credentials,
    readSettings,
    makeProvider,
    gatewayUrl = 'http://127.0.0.1:9',
    publicUrl = 'https://pay.example',
    timeoutMs = CALL_MS,
    onRequest = () => {},
  }: AdapterKind<Settings, P>,
): Promise<DrivenAdapter<Method, P>> {
  let callMs = timeoutMs;
  const clock = shiftedClock();
  const box = secretBox(randomBytes(32));
  const driver = await startDriver(method, { gatewayUrl, now: clock.nowMs });
  const client = httpClient();
  const requests: HttpRequest[] = [];
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => lines.push(line) });
  const another = (settings: Record<string, string>): P => {
    const read = readSettings(settingsReader({ ...driver.settings, ...settings }, credentials));
    if (!read.settings) throw new Error('the credentials are missing');
    return makeProvider(read.settings, {
      clock: clock.now,
      box,
      publicUrl,
      telemetry: logTelemetry,
      http(request) {
        requests.push(request);
        onRequest();
        return client.http({ ...request, timeoutMs: Math.min(callMs, request.timeoutMs) });
      },
    });
  };
  const own = another({});
  const newPayment = (changes: Partial<Payment> = {}, provider: Provider = own): Payment => {
    const status = method === 'card' ? 'pending' : 'processing';
    const payment = testPayment(
      { websiteId: 'web_1', apiKeyId: 'key_1' },
      { id: nextId++, mode: 'live', method, status, createdAtUs: clock.now(), ...changes },
    );
    const { fields: _fields, ...opening } = provider.open(payment, { rateE4: RATE_E4 });
    return { ...payment, ...opening, ...changes };
  };
  const create = async (payment: Payment, { create: ask }: Provider = own): Promise<Creation> => {
    if (!ask) throw new Error(`${method} has no call that creates payments`);
    return ask(payment, log);
  };
  return {
    provider: own,
    simulator: driver.simulator,
    clock,
    box,
    log,
    lines,
    requests,
    another,
    newPayment,
    create,
    async created(changes, provider) {
      const payment = newPayment(changes, provider);
      const { fields: _fields, ...creation } = await create(payment, provider);
      return { ...payment, ...creation };
    },
    verify: (payment, provider = own) => provider.verify(payment, log),
    limitCalls: (milliseconds) => {
      callMs = milliseconds;
    },
    async stop() {
      await client.close();
      await driver.stop();
    },
  };
}
