const MESSAGE_LIMIT = 200;

/** The visible part of a transaction: never a token, and of the card only its last four digits and its type. */
export function describeResult(result: {
  decision?: string | undefined;
  reasonCode?: string | undefined;
  message?: string | undefined;
  transactionId?: string | undefined;
  cardNumber?: string | undefined;
  cardType?: string | undefined;
}): Readonly<Record<string, unknown>> {
  const known = {
    decision: result.decision,
    reason_code: result.reasonCode,
    message: result.message?.slice(0, MESSAGE_LIMIT),
    transaction_id: result.transactionId,
    card_number: result.cardNumber === undefined ? undefined : lastFour(result.cardNumber),
    card_type: result.cardType,
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

/** Masked again, whatever the profile's own mask shows. */
function lastFour(cardNumber: string): string {
  return `xxxxxxxxxxxx${/\d{0,4}$/.exec(cardNumber)?.[0] ?? ''}`;
}
