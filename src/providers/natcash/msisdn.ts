/** A Haitian mobile number as people write it, as `509` and eight digits; undefined for every other text. */
export function haitianMsisdn(phone: string | null): string | undefined {
  const digits = (phone ?? '').replace(/[\s.()+-]/g, '').replace(/^00/, '');
  // Wallets are on mobile numbers. The prefix of an operator says little: numbers move between operators.
  const national = /^(?:509)?([345]\d{7})$/.exec(digits)?.[1];
  return national && `509${national}`;
}
