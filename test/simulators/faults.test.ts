import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Simulator } from '../../simulators/simulator.ts';
import { SIMULATORS, type SimulatorName } from '../../simulators/simulators.ts';

const NAMES = Object.keys(SIMULATORS) as SimulatorName[];
const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The current name of each earlier documented switch. */
const FORMER_NAMES: readonly (readonly [SimulatorName, was: object, is: object])[] = [
  ['moncash', { alert: 'never' }, { reports: 'never' }],
  ['moncash', { costMinor: 100 }, { wrongAmountMinor: 100 }],
  ['moncash', { message: 'pending' }, { status: 'pending' }],
  ['natcash', { doubleDelivery: true }, { returns: 'twice' }],
  ['natcash', { doubleDelivery: false }, { returns: 'once' }],
  ['secure-acceptance', { delivery: 'backoffice_first' }, { reports: 'before', returns: 'once' }],
  ['secure-acceptance', { delivery: 'browser_first' }, { reports: 'after', returns: 'once' }],
  ['secure-acceptance', { delivery: 'backoffice_lost' }, { reports: 'never', returns: 'once' }],
  ['secure-acceptance', { delivery: 'browser_lost' }, { reports: 'before', returns: 'never' }],
  ['secure-acceptance', { delivery: 'both_lost' }, { reports: 'never', returns: 'never' }],
  ['secure-acceptance', { delivery: 'both_twice' }, { reports: 'twice', returns: 'twice' }],
  ['secure-acceptance', { delivery: 'late' }, { reports: 'late', returns: 'once' }],
  ['stripe', { webhooks: 'normal' }, { reports: 'after' }],
  ['stripe', { webhooks: 'early' }, { reports: 'before' }],
  ['stripe', { webhooks: 'late' }, { reports: 'held' }],
  ['stripe', { webhooks: 'forged' }, { reports: 'forged' }],
  ['rates', { garbage: true }, { query: 'garbage' }],
  ['rates', { error500: true }, { query: 'error_500' }],
  ['rates', { hang: true }, { query: 'hang' }],
  ['rates', { endless: false }, { query: 'none' }],
];

describe('the switches of all simulators', () => {
  const simulators = new Map<string, Simulator>();
  before(async () => {
    for (const name of NAMES) simulators.set(name, await SIMULATORS[name]({ gatewayUrl: 'http://127.0.0.1:9' }));
  });
  after(async () => {
    for (const simulator of simulators.values()) await simulator.stop();
  });

  const ask = async (name: string, path: string, body?: unknown) => {
    const response = await fetch(`${simulators.get(name)?.url}/_simulator/${path}`, {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  };

  for (const name of NAMES) {
    it(`${name}: are read and set at one address, all or none, and switched off`, async () => {
      const simulator = simulators.get(name)!;
      const first = await ask(name, 'faults');
      assert.deepEqual(first, { status: 200, json: { ...simulator.faults } });
      assert.equal(first.json.query, 'none');
      for (const wrong of [
        { query: 'drop', nothing: 1 },
        { query: 'explode' },
        { query: null },
        { toString: 1 },
        [],
        7,
      ]) {
        const { status, json } = await ask(name, 'faults', wrong);
        assert.equal(status, 400, JSON.stringify(wrong));
        assert.equal(typeof json.error, 'string');
        assert.deepEqual((await ask(name, 'faults')).json, first.json);
      }
      const set = await ask(name, 'faults', { query: 'drop_after_effect' });
      assert.deepEqual(set, { status: 200, json: { ...first.json, query: 'drop_after_effect' } });
      simulator.repair();
      assert.deepEqual((await ask(name, 'faults')).json, first.json);
    });

    it(`${name}: are in the table of the README, each in the right row`, async () => {
      const named = new Set([...commonSwitches(name), ...ownSwitches(name)]);
      assert.deepEqual([...named].sort(), Object.keys((await ask(name, 'faults')).json).sort());
    });

    it(`${name}: records and calls have the same addresses as in all simulators`, async () => {
      const simulator = simulators.get(name)!;
      assert.deepEqual(await ask(name, 'book'), { status: 200, json: simulator.book() });
      assert.deepEqual(await ask(name, 'calls'), { status: 200, json: simulator.calls });
    });
  }

  it('are accepted under names that were documented earlier', async () => {
    for (const [name, was, is] of FORMER_NAMES) {
      const { status, json } = await ask(name, 'faults', was);
      assert.equal(status, 200, JSON.stringify(was));
      assert.deepEqual({ ...json, ...is }, json, JSON.stringify(was));
    }
    for (const [name, wrong] of [
      ['natcash', { doubleDelivery: 1 }],
      ['secure-acceptance', { delivery: 'sometimes' }],
      ['stripe', { webhooks: 'sometimes' }],
      ['rates', { garbage: 'yes' }],
    ] as const) {
      assert.equal((await ask(name, 'faults', wrong)).status, 400, JSON.stringify(wrong));
    }
  });

  it('are accepted as the documentation of rehearsals and rates writes them', async () => {
    const rows = [...read('docs/rehearsal.md').matchAll(/^\| `([\w-]+)` +\| (.*?) +\| .*\|$/gm)];
    const written = rows.flatMap(([, name = '', cell = '']) =>
      [...cell.matchAll(/`(\{.*?\})`/g)].map(([, json = '']) => [name, json] as const),
    );
    const rate = /_simulator\/faults .*-d '(\{.*\})'/.exec(read('docs/exchange-rate.md'))?.[1] ?? '';
    assert.ok(written.length >= 10);
    for (const [name, json] of [...written, ['rates', rate] as const]) {
      assert.equal((await ask(name, 'faults', JSON.parse(json))).status, 200, `${name} ${json}`);
    }
  });
});

/** The rows of the README's table that are not empty for a simulator. */
function commonSwitches(name: string): string[] {
  const lines = read('simulators/README.md').split('\n');
  const head = lines.findIndex((line) => line.startsWith('| Switch '));
  const cells = (line: string) => line.split('|').map((cell) => cell.trim().replaceAll('`', ''));
  const column = cells(lines[head] ?? '').indexOf(name);
  assert.ok(column > 0, name);
  const rows = lines.slice(head + 2, lines.indexOf('', head)).map(cells);
  return rows.filter((row) => row[column] !== '–').map((row) => row[1] ?? '');
}

/** The switches that only this simulator has. */
function ownSwitches(name: string): string[] {
  const item = new RegExp(`^- \`${name}\`: ([^]*?)\n(?=- |\n)`, 'm').exec(read('simulators/README.md'))?.[1] ?? '';
  return [...item.matchAll(/`(\w+)`/g)].map(([, word = '']) => word);
}
