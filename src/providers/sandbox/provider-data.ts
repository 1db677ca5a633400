import { US_PER_SECOND } from '../../core/durations.ts';
import type { Payment } from '../../core/payment.ts';

/** How long a payment with the wallet that "stays processing" remains so, unless it is verified earlier. */
export const SLOW_PAYMENT_SECONDS = 30;

/** What the sandbox stores about a payment, in addition to the payment's other fields. */
interface SandboxData {
  /** The customer has paid, but the wallet reports it only at the next verification. */
  readonly slow?: true;
}

/** The data of a payment whose wallet is slow: it stays processing until it is verified. */
export function slowPayment(nowUs: number): { providerData: string; nextCheckAtUs: number } {
  const data: SandboxData = { slow: true };
  return { providerData: JSON.stringify(data), nextCheckAtUs: nowUs + SLOW_PAYMENT_SECONDS * US_PER_SECOND };
}

/** Whether the customer has already paid such a payment, and only the wallet's report is missing. */
export function isSlowPayment({ providerData }: Pick<Payment, 'providerData'>): boolean {
  return (JSON.parse(providerData ?? '{}') as SandboxData).slow === true;
}
