import type { Engine } from './engines.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type RunningGateway, startRunningGateway } from './running-gateway.ts';

/** A gateway process, and a receiver to which it may deliver webhooks. */
export interface DeliveringGateway extends RunningGateway {
  readonly receiver: Receiver;
}

export async function startDeliveringGateway(engine: Engine): Promise<DeliveringGateway> {
  const receiver = await startReceiver();
  const gateway = await startRunningGateway(engine, receiver.settings).catch(async (error) => {
    await receiver.close();
    throw error;
  });
  return {
    ...gateway,
    receiver,
    async close() {
      await gateway.close();
      await receiver.close();
    },
  };
}
