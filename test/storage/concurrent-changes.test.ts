import assert from 'node:assert/strict';
import { it } from 'node:test';
import { lockWebsite, updateWebsite } from '../../src/storage/websites.ts';
import { onBothEngines } from '../support/engines.ts';
import { startTestGateway } from '../support/gateway.ts';
import { changeWebsite } from '../support/websites.ts';

onBothEngines('two changes of one website at the same time', (engine) => {
  it('both last: neither writes back what it read before the other', async () => {
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
});
