import { settingNames } from '../config.ts';
import { type Environment, LISTEN_VARIABLES } from './environment.ts';

/** Prefixes of Peye's settings that other programs hardly ever use. */
const OWN_PREFIXES = [
  ...['MONCASH_', 'NATCASH_', 'LAKAYPAY_', 'STRIPE_', 'WEBHOOK_', 'SANDBOX_', 'RECURRING_', 'EXCHANGE_RATE'],
  ...['RATE_LIMIT_', 'PAGE_LIMIT_', 'VERIFY_LIMIT_', 'INVALID_KEY_', 'TRUST_PROX', 'SECRET_KEY', 'PUBLIC_UR'],
];
/** Kubernetes and Docker set such variables to describe other containers. */
const INJECTED = /_SERVICE_(?:HOST|PORT)(?:_|$)|_PORT(?:_\d+_(?:TCP|UDP)(?:_|$)|$)/;
/** Shorter names may resemble each other by chance. */
const LEAST_LENGTH = 6;
/** Enough for two letters in the wrong order and one wrong letter. */
const MOST_EDITS = 2;

/** A variable that is set but is not a setting of Peye, and the setting that was most likely meant. */
export interface UnknownSetting {
  readonly name: string;
  readonly source: '.env' | 'the environment';
  readonly meant: string | undefined;
}

/**
 * Names that were most likely meant for Peye and have no effect. From `.env`: every name that is not a setting. From the environment, which
 * is full of other programs' variables: names that start like a setting, or resemble one.
 */
export function unknownSettings({ values, fileNames = [] }: Environment): UnknownSetting[] {
  const known = [...settingNames(), ...LISTEN_VARIABLES];
  const isKnown = (name: string) => known.includes(name);
  const meantBy = (name: string) =>
    known
      .filter((setting) => Math.min(setting.length, name.length) >= LEAST_LENGTH && haveMostLetters(name, setting))
      .map((setting) => ({ setting, edits: editsBetween(name, setting) }))
      .filter(({ edits }) => edits <= MOST_EDITS)
      .toSorted((a, b) => a.edits - b.edits)[0]?.setting;
  const inFile = fileNames.filter((name) => !isKnown(name));
  const around = Object.keys(values)
    .filter((name) => !isKnown(name) && !inFile.includes(name) && !INJECTED.test(name))
    .toSorted();
  return [
    ...inFile.map((name) => ({ name, source: '.env' as const, meant: meantBy(name) })),
    ...around
      .map((name) => ({ name, source: 'the environment' as const, meant: meantBy(name) }))
      .filter(({ name, meant }) => meant !== undefined || OWN_PREFIXES.some((prefix) => name.startsWith(prefix))),
  ];
}

/** For people: `PUBLIC_ULR (PUBLIC_URL?)`. */
export function unknownSettingsText(unknown: readonly UnknownSetting[]): string {
  return unknown.map(({ name, meant }) => (meant === undefined ? name : `${name} (${meant}?)`)).join(', ');
}

/**
 * Whether at most MOST_EDITS letters of a name are missing from the other name: each of them takes an edit. Most pairs fail this test, which
 * is much quicker than `editsBetween`, and every start compares each variable with each setting.
 */
function haveMostLetters(one: string, other: string): boolean {
  let missing = 0;
  for (const letter of one) if (!other.includes(letter) && ++missing > MOST_EDITS) return false;
  return true;
}

/** The number of edits from one name to the other: a letter added, removed, replaced, or exchanged with the next one. */
function editsBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MOST_EDITS) return MOST_EDITS + 1;
  let [before, row] = [[] as number[], [...other, ''].map((_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + Number(one[i - 1] !== other[j - 1]);
      const isExchange = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const exchanged = isExchange ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced, exchanged));
    }
    [before, row] = [row, next];
    // No later row can be better than both.
    if (Math.min(...before, ...row) > MOST_EDITS) return MOST_EDITS + 1;
  }
  return row.at(-1) ?? 0;
}
