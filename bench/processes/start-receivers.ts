import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../test/support/gateway.ts';
import { loopbackDelivery } from '../../test/support/tls-proxy.ts';
import { FOLDER, startProcess } from './start-process.ts';

/** An event that arrived: its payment's id, when it arrived, and when the payment became final. */
export type Arrival = [id: string, atMs: number, finishedAtMs: number];

export interface Receivers {
  /** The callback URL of each receiver. */
  readonly urls: readonly string[];
  /** The settings that a gateway needs to deliver to the receivers. */
  readonly settings: Record<string, string>;
  /** The events that arrived since the last call. */
  arrivals(): Promise<Arrival[]>;
  stop(): Promise<void>;
}

/** Starts receivers of webhooks over TLS, in one process next to the gateway's. */
export async function startReceivers(folder: string, count: number): Promise<Receivers> {
  const { certificate, settings } = loopbackDelivery(folder);
  const pemFile = join(folder, 'receivers-key.pem');
  writeFileSync(pemFile, certificate.key + certificate.cert, { mode: 0o600 });
  const [control, ...ports] = await Promise.all(Array.from({ length: count + 1 }, freePort));
  const controlUrl = `http://127.0.0.1:${control}`;
  const script = join(FOLDER, 'webhook-receiver.ts');
  const { stop } = await startProcess([process.execPath, script, String(control), ports.join(), pemFile], {
    readyUrl: controlUrl,
    logFile: join(folder, 'receivers.log'),
  });
  return {
    urls: ports.map((port) => `https://127.0.0.1:${port}/webhooks`),
    settings,
    arrivals: async () => (await (await fetch(`${controlUrl}/arrivals`)).json()) as Arrival[],
    stop,
  };
}
