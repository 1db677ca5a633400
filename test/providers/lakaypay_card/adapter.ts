import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import {
  type SecureAcceptanceSimulator,
  startSecureAcceptanceSimulator,
} from '../../../simulators/secure-acceptance/secure-acceptance-simulator.ts';
import type { Payment } from '../../../src/domain/payment.ts';
import { httpClient } from '../../../src/lib/http.ts';
import type { Log } from '../../../src/lib/log.ts';
import { logTelemetry } from '../../../src/lib/log-telemetry.ts';
import { secretBox } from '../../../src/lib/secrets.ts';
import { settingsReader } from '../../../src/lib/settings-reader.ts';
import { lakaypayCardProvider } from '../../../src/providers/lakaypay_card/provider.ts';
import { LAKAYPAY_CARD_CREDENTIALS, readLakaypayCardSettings } from '../../../src/providers/lakaypay_card/settings.ts';
import type { HostedForm, Incoming, Notice, Provider, Verification } from '../../../src/providers/provider.ts';
import { type ShiftedClock, shiftedClock } from '../../support/shifted-clock.ts';
import { testPayment } from '../../support/store.ts';

/** The adapter without a gateway, between the simulator and a server that only hands on what comes in. */
export interface Adapter {
  readonly provider: Provider;
  readonly simulator: SecureAcceptanceSimulator;
  readonly clock: ShiftedClock;
  /** What came in, with what the adapter made of it, in order. */
  readonly received: readonly { readonly path: string; readonly notice: Notice }[];
  /** The lines of the log, as they were written. */
  readonly lines: readonly string[];
  readonly log: Log;
  /** A payment that has begun. */
  newPayment(changes?: Partial<Payment>): Payment;
  /** Its form; throws when none is offered. */
  formOf(payment: Payment): HostedForm;
  verify(payment: Payment): Promise<Verification>;
  notify(incoming: { path?: string; method?: 'GET' | 'POST'; body?: string }): Promise<Notice>;
  chargeToken(payment: Payment, token: string): Promise<Verification>;
  /** Another adapter, with other settings, for the same simulator. */
  another(settings: Record<string, string>): Provider;
  stop(): Promise<void>;
}

let nextId = 170_000_000_000_001;

/** Calls are given `timeoutMs` instead of the adapter's own seconds, so that silence is noticed soon. */
export async function startAdapter({ timeoutMs = 5_000 }: { timeoutMs?: number } = {}): Promise<Adapter> {
  const clock = shiftedClock();
  const received: { path: string; notice: Notice }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = (request.url ?? '').replace('/providers/lakaypay_card/', '');
    const notice = await notify({ path, method: request.method as 'POST', body: Buffer.concat(chunks) });
    received.push({ path, notice });
    response.writeHead(typeof notice.answer === 'string' ? 303 : notice.answer.status).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const simulator = await startSecureAcceptanceSimulator({ gatewayUrl: publicUrl, now: clock.nowMs });
  const client = httpClient();
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => lines.push(line) });
  const another = (settings: Record<string, string>): Provider => {
    const read = readLakaypayCardSettings(
      settingsReader({ ...simulator.settings, ...settings }, LAKAYPAY_CARD_CREDENTIALS),
    );
    if (!read.settings) throw new Error('the credentials are missing');
    return lakaypayCardProvider(read.settings, {
      clock: clock.now,
      box: secretBox(Buffer.alloc(32)),
      publicUrl,
      telemetry: logTelemetry,
      http: (request) => client.http({ ...request, timeoutMs: Math.min(timeoutMs, request.timeoutMs) }),
    });
  };
  const provider = another({});
  const notify = (incoming: Pick<Incoming, 'path' | 'method' | 'body'>) =>
    (provider.notification as NonNullable<Provider['notification']>)(
      { headers: {}, query: new URLSearchParams(), ...incoming },
      log,
    );
  return {
    provider,
    simulator,
    clock,
    received,
    lines,
    log,
    newPayment(changes = {}) {
      const payment = testPayment(
        { websiteId: 'web_1', apiKeyId: 'key_1' },
        {
          id: nextId++,
          mode: 'live',
          method: 'lakaypay_card',
          status: 'processing',
          createdAtUs: clock.now(),
          ...changes,
        },
      );
      const { fields: _fields, ...opening } = provider.open(payment, { rateE4: 1_305_000 });
      return { ...payment, ...opening, ...changes };
    },
    formOf(payment) {
      const form = provider.hostedForm?.(payment, 'fr');
      if (!form) throw new Error('no form is offered');
      return form;
    },
    verify: (payment) => provider.verify(payment, log),
    notify: async ({ path = 'notify', method = 'POST', body = '' }) =>
      notify({ path, method, body: Buffer.from(body) }),
    chargeToken: (payment, token) =>
      (provider.chargeToken as NonNullable<Provider['chargeToken']>)(payment, token, log),
    another,
    async stop() {
      await client.close();
      await simulator.stop();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
