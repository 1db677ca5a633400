// The code counts money in whole centimes or cents, so that no sum has a fraction. Customers see it as their language writes it.

const NO_BREAK = '\u00a0';
const NARROW_NO_BREAK = '\u202f';
/** How a language writes numbers. Not Intl: runtimes do not know Kreyòl, and silently fall back to another language. */
const NUMBERS = { ht: [',', '.'], fr: [NARROW_NO_BREAK, ','], en: [',', '.'] };
const MONTHS = {
  ht: 'janvye fevriye mas avril me jen jiyè out septanm oktòb novanm desanm'.split(' '),
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
  en: 'January February March April May June July August September October November December'.split(' '),
};

/** 1250050 HTG is "12,500.50 HTG"; gourdes without centimes are written without them, as wallets do. */
export function money({ minor, currency }, language) {
  const [group, point] = NUMBERS[language];
  const cents = String(minor % 100).padStart(2, '0');
  const whole = String(Math.trunc(minor / 100)).replaceAll(/\B(?=(\d{3})+$)/g, group);
  const fraction = currency === 'HTG' && cents === '00' ? '' : point + cents;
  return `${whole}${fraction}${NO_BREAK}${currency}`;
}

/** The decimal text of the API, such as "750.00", as whole centimes or cents. */
export function minorOf(amount) {
  const [whole, fraction = ''] = String(amount).split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2));
}

/** A rate as the language writes it: "130.50". */
export function rate(number, language) {
  return Number(number).toFixed(2).replace('.', NUMBERS[language][1]);
}

/** A time of the API, in Haiti's time zone: "23 mas 2026, 14:05". */
export function moment(timestamp, language) {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: 'America/Port-au-Prince',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(new Date(timestamp));
  const { year, month, day, hour, minute } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  const first = day === '1' ? { ht: '1ye', fr: '1er', en: '1' }[language] : day;
  return [first, MONTHS[language][month - 1], `${year}, ${hour}:${minute}`].join(NO_BREAK);
}
