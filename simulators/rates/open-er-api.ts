import type { RatesFaults } from './rates-faults.ts';

const DAY_S = 86_400;

/** A response like that of open.er-api.com for the base USD. A rate that is no number in JSON is published as a text. */
export function openErApiResponse(faults: RatesFaults, day: string): string {
  const published = Date.parse(`${day}T00:00:01Z`) / 1000;
  const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(faults.rate);
  const htg = isNumber ? faults.rate : JSON.stringify(faults.rate);
  const rates = `{"USD":1,"AED":3.6725,"EUR":0.8531${faults.missingHtg ? '' : `,"HTG":${htg}`},"XAF":559.61,"ZWL":26.79}`;
  const times = [
    ['time_last_update', published],
    ['time_next_update', published + DAY_S],
  ] as const;
  return `{"result":"success","provider":"https://www.exchangerate-api.com",
"documentation":"https://www.exchangerate-api.com/docs/free","terms_of_use":"https://www.exchangerate-api.com/terms",
${times.map(([name, at]) => `"${name}_unix":${at},"${name}_utc":"${utc(at)}"`).join(',\n')},
"time_eol_unix":0,"base_code":"USD","${faults.layoutChanged ? 'conversion_rates' : 'rates'}":${rates}}
`;
}

function utc(seconds: number): string {
  return new Date(seconds * 1000).toUTCString().replace('GMT', '+0000');
}
