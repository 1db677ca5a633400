/** `Refund.word` of a refund that waits for something, or that a person has to correct: what a provider says about it is none of these. */
export const REFUND_WAITS = {
  notSetUp: 'its provider is not set up, or takes no such refund',
  noPayment: 'its payment is not in this store',
  leftNotShown: 'the provider does not show what is left of the payment',
  disputed: 'the customer disputes the payment',
  behindOthers: 'waits for other refunds of the payment',
  restored: 'the store was restored: a request from before may still arrive',
  notReached: 'nothing was sent: the provider could not be reached in time',
  numberTaken: 'the provider has it, under a number that was entered for another refund: correct that one',
  numberOfAnother: 'the number that was entered for it is that of another refund, as its provider reports',
  otherAmount: 'the provider has a refund of another amount under its ID, requested before a restore',
  amountHidden: 'the provider has it from before a restore, and does not show its amount: look in its portal',
} as const;

/** Why a refund waits: `other` if its provider says why, undefined if nothing is known to keep it. */
export function waitOf(word: string | null): keyof typeof REFUND_WAITS | 'other' | undefined {
  if (word === null) return undefined;
  const keys = Object.keys(REFUND_WAITS) as (keyof typeof REFUND_WAITS)[];
  return keys.find((key) => REFUND_WAITS[key] === word) ?? 'other';
}
