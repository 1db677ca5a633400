/** What is remembered of a payment beside its row. Times are microseconds since 1970. */
export interface CardData {
  /** Until when the form may be handed out: earlier than the payment's own end. */
  readonly formUntilUs: number;
  /** When the period fell due that it charges; absent when a customer made it. */
  readonly dueAtUs?: number;
}
