import { US_PER_HOUR } from '../../../core/durations.ts';
import { haitiDayOf } from '../../../platform/clock/haiti-time.ts';
import type { HourSum, KeptSum } from './store/final-sums.ts';

/** Sums by their key: website, mode, hours, period, method, currency and outcome, separated by spaces. */
export type Sums = Map<string, readonly number[]>;

/** `Sums` as lists, for a file. */
export type SumEntries = readonly (readonly [key: string, sums: readonly number[]])[];

/** The parts of a key of `Sums`. */
export interface SumKey {
  readonly websiteId: string;
  readonly mode: string;
  readonly hours: 1 | 24;
  readonly period: number;
  readonly method: string;
  readonly currency: string;
  readonly outcome: string;
}

/** Adds up stored sums. */
export function sumsOf(kept: readonly KeptSum[]): Sums {
  const sums: Sums = new Map();
  for (const each of kept) add(sums, keyOf(each), each.sums);
  return sums;
}

/** Adds the sums of final payments to their days, and to their hours where those are still stored. */
export function addHourSums(sums: Sums, hours: readonly HourSum[], hoursFromUs: number): void {
  for (const each of hours) {
    const startUs = each.hour * US_PER_HOUR;
    add(sums, keyOf({ ...each, hours: 24, period: haitiDayOf(startUs) }), each.sums);
    if (startUs >= hoursFromUs) add(sums, keyOf({ ...each, hours: 1, period: each.hour }), each.sums);
  }
}

/** The sums of all websites together, computed from those of each. */
export function ofAllWebsites(sums: Sums): Sums {
  const all: Sums = new Map();
  for (const [key, values] of sums) add(all, keyOf({ ...readKey(key), websiteId: '' }), values);
  return all;
}

function keyOf({ websiteId, mode, hours, period, method, currency, outcome }: SumKey): string {
  return `${websiteId} ${mode} ${hours} ${period} ${method} ${currency} ${outcome}`;
}

export function readKey(key: string): SumKey {
  const [websiteId = '', mode = '', hours, period, method = '', currency = '', outcome = ''] = key.split(' ');
  return { websiteId, mode, hours: hours === '1' ? 1 : 24, period: Number(period), method, currency, outcome };
}

function add(sums: Sums, key: string, values: readonly number[]): void {
  const known = sums.get(key);
  sums.set(key, known ? known.map((value, index) => value + (values[index] ?? 0)) : values);
}
