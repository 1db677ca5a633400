import type { MoncashFaults } from './faults.ts';
import type { Charge, Order } from './orders.ts';

/**
 * How long the gateway may take to respond to an alert. It is not known whether the real provider repeats alerts; the simulator does not.
 */
const TIMEOUT_MS = 10_000;

export interface SentAlert {
  readonly fields: Readonly<Record<string, string>>;
  /** The gateway's response; null without one. */
  readonly status: number | null;
}

export interface Alerts {
  /** Posts a form to the gateway's alert address. Returns after the response, or when it could not be delivered. */
  send(fields: Readonly<Record<string, string>>): Promise<SentAlert>;
  /** The alert of a paid order. */
  sendOf(order: Order, charge: Charge): Promise<SentAlert>;
  sent(): readonly SentAlert[];
  stop(): void;
}

export function alertSender(gatewayUrl: string, faults: MoncashFaults): Alerts {
  const sent: SentAlert[] = [];
  const stopping = new AbortController();
  const send: Alerts['send'] = async (fields) => {
    const alert = { fields, status: await post(fields) };
    sent.push(alert);
    return alert;
  };
  const post = async (fields: Readonly<Record<string, string>>) => {
    try {
      const response = await fetch(`${gatewayUrl}/providers/moncash/alert`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ ...fields }),
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      return null;
    }
  };
  return {
    send,
    sendOf: ({ orderId }, { transactionId }) =>
      send({
        ...(faults.alertFields !== 'orderId' && { transactionId }),
        ...(faults.alertFields !== 'transactionId' && { orderId }),
      }),
    sent: () => sent,
    stop: () => stopping.abort(),
  };
}
