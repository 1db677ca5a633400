import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InvalidArgumentError } from 'commander';
import { parseDurationSeconds, parseHaitiFrom, parseHaitiTo, parseLimit } from '../../src/cli/values.ts';

function assertValues<T>(parse: (text: string) => T, values: Readonly<Record<string, T>>, refused: readonly string[]) {
  for (const [text, value] of Object.entries(values)) assert.equal(parse(text), value, text);
  for (const text of refused) assert.throws(() => parse(text), InvalidArgumentError, text);
}

test('a list has 1 to 1000 lines', () => {
  assertValues(parseLimit, { '1': 1, '20': 20, '1000': 1_000 }, ['0', '1001', '-1', '1.5', '1e2', '', '10000']);
});

test('a duration is 0, or a number of seconds, minutes, hours or days up to a year', () => {
  const durations = { '0': 0, '90s': 90, '30m': 1_800, '24h': 86_400, '7d': 604_800, '365d': 31_536_000 };
  assertValues(parseDurationSeconds, durations, ['366d', '8761h', '5', 'h', '1.5h', '-1s', '']);
});

test('a day is a day in Haiti: it starts at midnight there, and the end of a range includes it', () => {
  const us = (text: string) => Date.parse(text) * 1000;
  const moment = { '2026-07-01T12:00:00Z': us('2026-07-01T12:00:00Z') };
  const refused = ['2026-02-30', '1969-01-01T00:00:00Z', 'yesterday', ''];
  assertValues(parseHaitiFrom, { '2026-07-01': us('2026-07-01T00:00:00-04:00'), ...moment }, refused);
  assertValues(parseHaitiTo, { '2026-07-01': us('2026-07-02T00:00:00-04:00'), ...moment }, refused);
});
