import { InvalidArgumentError, Option } from 'commander';
import { SECONDS_PER_DAY, SECONDS_PER_HOUR, SECONDS_PER_MINUTE } from '../core/durations.ts';
import { parseDecimal } from '../core/money.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../core/payment.ts';
import { parseDay, parseTimestamp } from '../core/timestamps.ts';
import { orderMethods, waitFault } from '../features/websites/website-rules.ts';
import { startOfHaitiDayUs } from '../platform/clock/haiti-time.ts';
import { refusalText } from '../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { shortTextFault } from '../platform/wording/short-text.ts';

/** The most rows that a list shows, and how many it shows by default. */
const MAX_LIST = 1000;
export const DEFAULT_LIST = 20;
const UNIT_SECONDS = { s: 1, m: SECONDS_PER_MINUTE, h: SECONDS_PER_HOUR, d: SECONDS_PER_DAY };

/** A name or a note, 1 to 255 characters, unchanged. */
export function parseText(text: string): string {
  const fault = shortTextFault(text);
  if (fault !== undefined) throw new InvalidArgumentError(refusalText(fault, 'en'));
  return text;
}

/**
 * The value of an address option: undefined if absent, null for `none` or an empty text, otherwise the address, which the command checks.
 * Not a commander parser, because commander turns null into an empty text.
 */
export function addressOf(text: string | undefined): string | null | undefined {
  return text === '' || text === 'none' ? null : text;
}

/** A comma-separated list of methods, in the order of the contract. */
export function parseMethods(text: string): PaymentMethod[] {
  try {
    return orderMethods(text.split(',').map((item) => item.trim()));
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    throw new InvalidArgumentError(`Use a comma-separated list of ${PAYMENT_METHODS.join(', ')}.`);
  }
}

/** A duration in seconds: `0`, or a whole number with its unit, such as 30m, 24h or 7d. */
export function parseDurationSeconds(text: string): number {
  const match = /^(?:0|(\d{1,9})([smhd]))$/.exec(text);
  const seconds = Number(match?.[1] ?? 0) * UNIT_SECONDS[(match?.[2] ?? 's') as keyof typeof UNIT_SECONDS];
  if (!match || waitFault(seconds) !== undefined) {
    throw new InvalidArgumentError('Use 0 or a number with s, m, h or d, such as 30m, 24h or 7d; at most 365d.');
  }
  return seconds;
}

/** `--limit`, the option of every list: how many rows it shows. */
export function limitOption(): Option {
  return new Option('--limit <number>', `maximum number to show, 1 to ${MAX_LIST}`)
    .argParser(parseLimit)
    .default(DEFAULT_LIST);
}

/** The maximum number of items that a list shows. */
export function parseLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MAX_LIST) throw new InvalidArgumentError(`Use a whole number from 1 to ${MAX_LIST}.`);
  return limit;
}

/** `--method`, which a command cannot do without. */
export function methodOption(): Option {
  return new Option('--method <method>', 'payment method').choices(PAYMENT_METHODS).makeOptionMandatory();
}

/** An amount in minor units. */
export function parseAmount(text: string): number {
  const amount = parseDecimal(text, 2);
  if (typeof amount !== 'number') throw new InvalidArgumentError('Use an amount such as 25000 or 12.50.');
  return amount;
}

/** A day of the calendar, counted in days since 1970. */
export function parseDayNumber(text: string): number {
  const day = parseDay(text);
  if (day === undefined) throw new InvalidArgumentError('Use a calendar day, YYYY-MM-DD.');
  return day;
}

/** The start of a range, microseconds since 1970: the start of a day in Haiti, or a time. */
export function parseHaitiFrom(text: string): number {
  const day = parseDay(text);
  return day === undefined ? parseTime(text) : startOfHaitiDayUs(day);
}

/** The end of a range, microseconds since 1970: the end of a day in Haiti, or a time. */
export function parseHaitiTo(text: string): number {
  const day = parseDay(text);
  return day === undefined ? parseTime(text) : startOfHaitiDayUs(day + 1);
}

function parseTime(text: string): number {
  const us = parseTimestamp(text);
  if (us === undefined || us < 0) {
    throw new InvalidArgumentError(
      'Use a day in Haiti such as 2026-03-01, or ISO 8601 with Z or an offset, such as 2026-03-01T14:30:00-05:00.',
    );
  }
  return us;
}
