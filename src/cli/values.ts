import { InvalidArgumentError } from 'commander';
import { OperatorError } from '../domain/operator-error.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../domain/payment.ts';
import { shortTextFault } from '../domain/short-text.ts';
import { parseDay, parseTimestamp } from '../domain/timestamps.ts';
import { startOfHaitiDayUs } from '../lib/haiti-time.ts';
import { refusalText } from '../messages/refusals/refusal-messages.ts';
import { waitFault } from '../operator/wait-fault.ts';
import { orderMethods } from '../operator/website-rules.ts';

const MAX_LIST = 1000;
const UNIT_SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 };

/** A text for people, a name or a note: 1 to 255 characters, kept as given. */
export function parseText(text: string): string {
  const fault = shortTextFault(text);
  if (fault !== undefined) throw new InvalidArgumentError(refusalText(fault, 'en'));
  return text;
}

/**
 * What an address option means: not given, cleared by `none` or the empty text, or an address that the command judges.
 * Not a parser of commander's, which turns a null into the empty text.
 */
export function addressOf(text: string | undefined): string | null | undefined {
  return text === '' || text === 'none' ? null : text;
}

/** A comma list of methods, in the order of the contract. */
export function parseMethods(text: string): PaymentMethod[] {
  try {
    return orderMethods(text.split(',').map((item) => item.trim()));
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    throw new InvalidArgumentError(`It must be a comma list of ${PAYMENT_METHODS.join(', ')}.`);
  }
}

/** A duration in seconds: `0`, or a whole number with its unit, such as 30m, 24h or 7d. */
export function parseDurationSeconds(text: string): number {
  const match = /^(?:0|(\d{1,9})([smhd]))$/.exec(text);
  const seconds = Number(match?.[1] ?? 0) * UNIT_SECONDS[(match?.[2] ?? 's') as keyof typeof UNIT_SECONDS];
  if (!match || waitFault(seconds) !== undefined) {
    throw new InvalidArgumentError('It must be 0 or a number with s, m, h or d, such as 30m, 24h or 7d; at most 365d.');
  }
  return seconds;
}

/** How many items a listing shows. */
export function parseLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MAX_LIST) throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_LIST}.`);
  return limit;
}

/** A day of the calendar, counted in days since 1970. */
export function parseDayNumber(text: string): number {
  const day = parseDay(text);
  if (day === undefined) throw new InvalidArgumentError('It must be a day of the calendar as YYYY-MM-DD.');
  return day;
}

/** Where a time begins, microseconds since 1970: the start of a day in Haiti, or a moment. */
export function parseHaitiFrom(text: string): number {
  const day = parseDay(text);
  return day === undefined ? parseHaitiMoment(text) : startOfHaitiDayUs(day);
}

/** Where a time ends, microseconds since 1970: the end of a day in Haiti, or a moment. */
export function parseHaitiTo(text: string): number {
  const day = parseDay(text);
  return day === undefined ? parseHaitiMoment(text) : startOfHaitiDayUs(day + 1);
}

function parseHaitiMoment(text: string): number {
  const us = parseTimestamp(text);
  if (us === undefined || us < 0) {
    throw new InvalidArgumentError(
      'It must be a day in Haiti such as 2026-03-01, or ISO 8601 with Z or an offset, such as 2026-03-01T14:30:00-05:00.',
    );
  }
  return us;
}
