import type { Payment } from '../../core/payment.ts';

/** The data stored with a payment. Times are microseconds since 1970. */
export interface CardData {
  /** Until when the form may be issued: earlier than the payment's own expiry. */
  readonly formUntilUs: number;
  /** When the charged cycle was due; absent for a payment by the customer. */
  readonly dueAtUs?: number;
}

export function writeCardData(data: CardData): string {
  return JSON.stringify(data);
}

/** Empty for a payment that was not started here. */
export function readCardData({ providerData }: Pick<Payment, 'providerData'>): Partial<CardData> {
  return JSON.parse(providerData ?? '{}') as Partial<CardData>;
}
