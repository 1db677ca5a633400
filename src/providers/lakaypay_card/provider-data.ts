import type { Payment } from '../../domain/payment.ts';

/** What is stored about a payment besides its row. Times are microseconds since 1970. */
export interface CardData {
  /** Until when the form may be handed out: earlier than the payment's own end. */
  readonly formUntilUs: number;
  /** When the period fell due that it charges; absent when a customer made it. */
  readonly dueAtUs?: number;
}

export function writeCardData(data: CardData): string {
  return JSON.stringify(data);
}

/** Empty of a payment that was not begun here. */
export function readCardData({ providerData }: Pick<Payment, 'providerData'>): Partial<CardData> {
  return JSON.parse(providerData ?? '{}') as Partial<CardData>;
}
