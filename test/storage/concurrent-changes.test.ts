import assert from 'node:assert/strict';
import { it } from 'node:test';
import { lockWebsite, updateWebsite } from '../../src/features/websites/store/websites.ts';
import { onBothEngines } from '../support/engines.ts';
import { startTestGateway } from '../support/gateway.ts';
import { changeWebsite } from '../support/websites.ts';

onBothEngines('two changes of one website at the same time', (engine) => {
  it('both persist: neither change overwrites the field of the other', async () => {
    const gateway = await startTestGateway(engine);
    try {
      const { db } = gateway.store;
      const { id } = gateway.website;
      const isRead = Promise.withResolvers<void>();
      const slow = db.transaction(async (tx) => {
        const website = await lockWebsite(tx, id);
        assert.ok(website);
        isRead.resolve();
        await new Promise((done) => setImmediate(done));
        await updateWebsite(tx, { ...website, name: 'New name' });
      });
      await isRead.promise;
      const quick = changeWebsite(db, id, { cardLiveApproved: true });
      await Promise.all([slow, quick]);
      const [row] = await db.query('SELECT name, card_live_approved FROM websites WHERE id = $1', [id]);
      assert.deepEqual({ ...row }, { name: 'New name', card_live_approved: 1 });
    } finally {
      await gateway.stop();
    }
  });

  it('let a change that comes too late read the values of the other change', async () => {
    const gateway = await startTestGateway(engine);
    try {
      const { db } = gateway.store;
      const { id, name: old } = gateway.website;
      const readName = async () => (await db.query('SELECT name FROM websites WHERE id = $1', [id]))[0]?.name;
      const rename = async (name: string) => {
        try {
          await db.transaction(async (tx) => {
            const sql = 'UPDATE websites SET name = $1 WHERE id = $2 AND name = $3 RETURNING id';
            if ((await tx.query(sql, [name, id, old])).length === 0) throw new Error('too late');
          });
          return { name };
        } catch {
          return { seen: await readName() };
        }
      };
      const renames = [rename('One'), rename('Other')];
      // The embedded store may commit all three transactions together, and the last one takes long.
      const last = db.transaction(async (tx) => {
        for (let round = 0; round < 50; round++) await new Promise((done) => setImmediate(done));
        await tx.query('SELECT id FROM websites');
      });
      const [one, other] = await Promise.all(renames);
      await last;
      const [winner, loser] = one?.name === undefined ? [other, one] : [one, other];
      assert.equal(loser?.seen, winner?.name);
    } finally {
      await gateway.stop();
    }
  });
});
