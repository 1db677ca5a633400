import type { Payment } from '../../domain/payment.ts';
import { US_PER_SECOND } from '../../lib/durations.ts';

/** How long a wallet that "stays processing" does so when nobody verifies it. */
export const SLOW_PAYMENT_SECONDS = 30;

/** What the sandbox stores about a payment besides its row. */
interface SandboxData {
  /** The customer has paid, but the wallet is slow to say so: it does at the next verification. */
  readonly slow?: true;
}

/** The data of a payment whose wallet is slow: it stays processing until it is asked about. */
export function slowPayment(nowUs: number): { providerData: string; nextCheckAtUs: number } {
  const data: SandboxData = { slow: true };
  return { providerData: JSON.stringify(data), nextCheckAtUs: nowUs + SLOW_PAYMENT_SECONDS * US_PER_SECOND };
}

/** Whether the customer has paid such a payment already, and only the wallet's word is missing. */
export function isSlowPayment({ providerData }: Pick<Payment, 'providerData'>): boolean {
  return (JSON.parse(providerData ?? '{}') as SandboxData).slow === true;
}
