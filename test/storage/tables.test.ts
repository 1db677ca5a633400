import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { ReadSteps, RowValues, Value } from '../../src/database/database.ts';
import { bigint, flag, group, list, optional, tableOf, text } from '../../src/database/table.ts';
import { onBothEngines } from '../support/engines.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

interface Thing {
  readonly id: string;
  readonly isOn: boolean;
  readonly words: readonly string[];
  readonly limits: readonly string[] | null;
  readonly size: { readonly width: number; readonly depth: number | null };
  readonly place: { readonly name: string; readonly at: { readonly x: number } | null } | null;
  readonly note: string | null;
}

const THINGS = tableOf<Thing>('things', {
  id: text('id'),
  isOn: flag('is_on'),
  words: list('words'),
  limits: optional(list('limits')),
  size: group({ width: bigint('width'), depth: bigint('depth') }),
  place: optional(group({ name: text('place'), at: optional(group({ x: bigint('x') })) })),
  note: text('note'),
});

const FULL: Thing = {
  id: 'full',
  isOn: true,
  words: ['one', 'two'],
  limits: ['10.0.0.0/8'],
  size: { width: 3, depth: 4 },
  place: { name: 'here', at: { x: 5 } },
  note: "it's",
};
const EMPTY: Thing = {
  id: 'empty',
  isOn: false,
  words: [],
  limits: null,
  size: { width: 0, depth: null },
  place: null,
  note: null,
};
const HALF: Thing = { ...FULL, id: 'half', place: { name: 'there', at: null } };
const ALL = [EMPTY, FULL, HALF];

onBothEngines('a table of things', (engine) => {
  let store: TestStore;
  before(async () => {
    store = await openTestStore(engine);
    await store.db.transaction((tx) =>
      tx.query(`CREATE TABLE things (id TEXT PRIMARY KEY, words TEXT NOT NULL, note TEXT, x BIGINT, place TEXT, width BIGINT NOT NULL,
        depth BIGINT, limits TEXT, is_on SMALLINT NOT NULL)`),
    );
  });
  after(() => store.close());

  const select = `SELECT ${THINGS.columnsOf('t')}, 'more' AS more FROM things t ORDER BY id`;

  it('stores each property in its columns, and reads it from them', async () => {
    const insertion = THINGS.insertion('ON CONFLICT (id) DO NOTHING RETURNING id');
    await store.db.transaction(async (tx) => {
      assert.equal((await tx.query(insertion, THINGS.valuesOf(FULL))).length, 1);
      assert.equal((await tx.query(insertion, THINGS.valuesOf(FULL))).length, 0, 'the suffix is not used');
      await tx.insertRows(THINGS.rowsOf([EMPTY, HALF]));
    });
    assert.deepEqual((await store.db.query(select)).map(THINGS.read), ALL);
    const arrays = await store.db.readSteps(function* (): ReadSteps<readonly RowValues[]> {
      return yield { sql: select, params: [] };
    });
    assert.deepEqual(arrays.map(THINGS.readValues), ALL);
    const part = THINGS.part('place', 'id');
    assert.deepEqual(
      (await store.db.query(`SELECT ${part.columns} FROM things ORDER BY id`)).map(part.read),
      ALL.map(({ id, place }) => ({ id, place })),
    );
    const [stored] = await store.db.query("SELECT * FROM things WHERE id = 'full'");
    assert.deepEqual(
      { ...stored },
      {
        id: 'full',
        is_on: 1,
        words: 'one,two',
        limits: '10.0.0.0/8',
        width: 3,
        depth: 4,
        place: 'here',
        x: 5,
        note: "it's",
      },
    );
  });

  it('updates the named properties, and no others', async () => {
    const params: Value[] = ['full'];
    const changed = { ...EMPTY, isOn: true };
    const set = THINGS.set(params, ['place', 'words', 'isOn'], changed);
    await store.db.transaction((tx) => tx.query(`UPDATE things SET ${set} WHERE id = $1`, params));
    const things = (await store.db.query(select)).map(THINGS.read);
    assert.deepEqual(things, [EMPTY, { ...FULL, place: null, words: [] }, HALF]);
  });
});
