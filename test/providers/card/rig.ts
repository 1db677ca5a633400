import { type StripeSimulator, startStripeSimulator } from '../../../simulators/stripe/stripe-simulator.ts';
import type { Engine } from '../../support/engines.ts';
import { type Client, freePort, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import type { ShiftedClock } from '../../support/shifted-clock.ts';
import { changeWebsite } from '../../support/websites.ts';

export interface CardRig {
  readonly gateway: TestGateway;
  readonly stripe: StripeSimulator;
  /** The client of a live key, whose website may take cards. */
  readonly api: Client;
  stop(): Promise<void>;
}

/** A gateway with the simulator of Stripe behind it. Stripe sends no events by itself until a test says so. */
export async function startCardRig(
  engine: Engine,
  { clock, settings = {} }: { clock?: ShiftedClock; settings?: Record<string, string> } = {},
): Promise<CardRig> {
  const port = await freePort();
  const stripe = await startStripeSimulator({
    gatewayUrl: `http://127.0.0.1:${port}`,
    ...(clock && { now: clock.nowMs }),
  });
  stripe.faults.webhooks = 'never';
  const gateway = await startTestGateway(engine, {
    settings: { ...stripe.settings, ...settings, PORT: String(port) },
    ...(clock && { clock: clock.now }),
  });
  await changeWebsite(gateway.store.db, gateway.website.id, { cardLiveApproved: true });
  return {
    gateway,
    stripe,
    api: gateway.client(gateway.liveKey),
    async stop() {
      await gateway.stop();
      await stripe.stop();
    },
  };
}
