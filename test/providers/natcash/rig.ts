import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { type NatcashSimulator, startNatcashSimulator } from '../../../simulators/natcash/natcash-simulator.ts';
import type { Payment } from '../../../src/domain/payment.ts';
import { httpClient } from '../../../src/lib/http.ts';
import type { Log } from '../../../src/lib/log.ts';
import { logTelemetry } from '../../../src/lib/log-telemetry.ts';
import { secretBox } from '../../../src/lib/secrets.ts';
import { settingsReader } from '../../../src/lib/settings-reader.ts';
import { type NatcashProvider, natcashProvider } from '../../../src/providers/natcash/provider.ts';
import { readNatcashSettings } from '../../../src/providers/natcash/settings.ts';
import type { UnopenedPayment } from '../../../src/providers/provider.ts';
import { type ShiftedClock, shiftedClock } from '../../support/shifted-clock.ts';
import { testPayment } from '../../support/store.ts';

export const PUBLIC_URL = 'https://pay.example';

/** The adapter by itself in front of the simulator, on one clock. */
export interface NatcashRig {
  readonly natcash: NatcashSimulator;
  readonly clock: ShiftedClock;
  readonly log: Log;
  /** Every line that was logged, as it was written. */
  readonly lines: string[];
  /** The adapter with other settings. */
  provider(settings?: Record<string, string>): NatcashProvider;
  /** A payment as it is stored before its creation. */
  payment(changes?: Partial<UnopenedPayment>): Payment;
  /** A payment that NatCash has, as it is stored then. */
  created(changes?: Partial<UnopenedPayment>): Promise<Payment>;
  stop(): Promise<void>;
}

let nextId = 911_607_750_000_001;

export async function startNatcashRig(): Promise<NatcashRig> {
  const clock = shiftedClock();
  const natcash = await startNatcashSimulator({ gatewayUrl: PUBLIC_URL, now: clock.nowMs });
  const { http, close } = httpClient();
  const box = secretBox(randomBytes(32));
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const provider = (settings: Record<string, string> = {}) => {
    const read = readNatcashSettings(settingsReader({ ...natcash.settings, ...settings }, []));
    if (!read.settings) throw new Error(`missing: ${read.missing.join(', ')}`);
    return natcashProvider(read.settings, {
      clock: clock.now,
      http,
      telemetry: logTelemetry,
      box,
      publicUrl: PUBLIC_URL,
    });
  };
  const payment = (changes: Partial<UnopenedPayment> = {}): Payment => {
    const owner = { websiteId: 'web_1', apiKeyId: 'key_1' };
    const unopened = testPayment(owner, {
      id: nextId++,
      mode: 'live',
      method: 'natcash',
      createdAtUs: clock.now(),
      ...changes,
    });
    const { fields: _, ...opening } = provider().open(unopened, { rateE4: 1_305_000 });
    return { ...unopened, ...opening, providerRef: null };
  };
  return {
    natcash,
    clock,
    log,
    lines,
    provider,
    payment,
    async created(changes) {
      const opened = payment(changes);
      const creation = await provider().create?.(opened, log);
      if (!creation) throw new Error('nothing was created');
      const { fields: _, ...rest } = creation;
      return { ...opened, ...rest };
    },
    async stop() {
      await Promise.all([close(), natcash.stop()]);
    },
  };
}

/** How NatCash calls a payment. */
export function orderNumberOf({ id }: Pick<Payment, 'id'>): string {
  return `NC${id}`;
}
