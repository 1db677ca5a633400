export const CURRENCIES = ['HTG', 'USD']         ;

export function isSameMoney(one       , other       )          {
  return one.amountMinor === other.amountMinor && one.currency === other.currency;
}

export const RATE_SCALE = 10_000;

export const OVERFLOW = Number.MAX_SAFE_INTEGER;

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

export function parseDecimal(text        , decimals        )                                     {
  const decimal = readDecimal(text);
  if (!decimal) return undefined;
  const { isNegative, digits } = decimal;
  const power = decimal.power + decimals;
  if (digits === '') return 0;
  if (power < 0) return 'too_precise';
  const magnitude = digits.length + power > 15 ? OVERFLOW : Number(digits + '0'.repeat(power));
  return isNegative ? -magnitude : magnitude;
}

function readDecimal(text        )                      {
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = '', exponentText = '0'] = match;
  const written = `${whole}${fraction}`.replace(/^0+/, '');
  const digits = withoutTrailingZeros(written);
  if (digits === '') return { isNegative: false, digits, power: 0 };
  const power = Number(exponentText) - fraction.length + (written.length - digits.length);
  return { isNegative: sign === '-', digits, power };
}

function withoutTrailingZeros(text        )         {
  let end = text.length;
  while (text[end - 1] === '0') end--;
  return text.slice(0, end);
}

export function formatAmount(amountMinor        )         {
  const digits = String(Math.abs(amountMinor)).padStart(3, '0');
  return `${amountMinor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export function amountNumber(amountMinor        )         {
  return Number(formatAmount(amountMinor));
}

export function rateNumber(rateE4        )         {
  const digits = String(rateE4).padStart(5, '0');
  return Number(`${digits.slice(0, -4)}.${digits.slice(-4)}`);
}

export function formatRate(rateE4        )         {
  const digits = String(rateE4).padStart(5, '0');
  const fraction = digits.slice(-4).replace(/0{1,2}$/, '');
  return `${digits.slice(0, -4)}.${fraction}`;
}

export function usdToHtg(usdMinor        , rateE4        )         {
  return divideHalfUp(BigInt(usdMinor) * BigInt(rateE4), BigInt(RATE_SCALE));
}

export function htgToUsd(htgMinor        , rateE4        )         {
  return divideHalfUp(BigInt(htgMinor) * BigInt(RATE_SCALE), BigInt(rateE4));
}

export const HTG_CONVERSION_MAX = 10 ** 12;

const NEGLIGIBLE_POWER = -9;

export function convertHtgText(
  text        ,
  rateE4        ,
)                                                                                {
  const decimal = readDecimal(text);
  if (!decimal) return undefined;
  const { isNegative, digits, power } = decimal;
  if (isNegative) return 'negative';
  const magnitude = digits.length + power;
  const boundMagnitude = String(HTG_CONVERSION_MAX).length;
  if (digits !== '' && (magnitude > boundMagnitude || (magnitude === boundMagnitude && digits !== '1'))) {
    return 'too_large';
  }
  if (digits === '' || magnitude < NEGLIGIBLE_POWER) return { htgMinor: 0, usdMinor: 0 };
  const numerator = BigInt(digits) * 10n ** BigInt(Math.max(power, 0)) * 100n * BigInt(RATE_SCALE);
  const denominator = 10n ** BigInt(Math.max(-power, 0));
  return {
    htgMinor: divideHalfUp(numerator, denominator * BigInt(RATE_SCALE)),
    usdMinor: divideHalfUp(numerator, denominator * BigInt(rateE4)),
  };
}

export function usdToHtgRoundedUp(usdMinor        , rateE4        )         {
  const scale = BigInt(RATE_SCALE);
  return Number((BigInt(usdMinor) * BigInt(rateE4) + scale - 1n) / scale);
}

export function formatPercent(percentE3        )         {
  const digits = String(percentE3).padStart(4, '0');
  return `${digits.slice(0, -3)}.${digits.slice(-3)}`.replace(/\.?0{1,3}$/, '');
}

export function percentOf(amountMinor        , percentE3        )         {
  return divideHalfUp(BigInt(amountMinor) * BigInt(percentE3), 100_000n);
}

export function isWholeUnits(amountMinor        )          {
  return amountMinor % 100 === 0;
}

export function roundUpToUnits(amountMinor        )         {
  return amountMinor + ((100 - (amountMinor % 100)) % 100);
}

function divideHalfUp(numerator        , denominator        )         {
  const quotient = (numerator * 2n + denominator) / (denominator * 2n);
  return quotient > BigInt(OVERFLOW) ? OVERFLOW : Number(quotient);
}
