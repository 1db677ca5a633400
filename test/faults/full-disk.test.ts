import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type ApiResponse, paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { assertSound } from '../support/soundness.ts';

describe('sqlite: the disk is full', () => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway('sqlite', { settings: { ROLES: 'api' } });
  });
  after(() => gateway.stop());

  /** With `max_page_count`, SQLite refuses to grow the file as it does when the disk is full. */
  const pragma = async (text: string): Promise<number> => {
    const [row] = await gateway.store.db.transaction((tx) => tx.query(`PRAGMA ${text}`));
    return Number(Object.values(row ?? {})[0]);
  };
  const create = (number: number): Promise<ApiResponse> =>
    gateway.api.post('/payments', paymentRequest({ reference: `order-${number}`, description: 'x'.repeat(500) }));

  test('503 for payments that do not fit; acknowledged payments stay, and creations succeed again when there is space', async () => {
    const pages = await pragma('page_count');
    await pragma(`max_page_count = ${pages + 20}`);
    const responses: ApiResponse[] = [];
    for (let number = 0; number < 400; number += 20) {
      responses.push(...(await Promise.all(Array.from({ length: 20 }, (_, index) => create(number + index)))));
    }
    const created = responses.filter((response) => response.status === 201);
    const refused = responses.filter((response) => response.status !== 201);
    assert.ok(created.length > 0 && refused.length > 0, `${created.length} created, ${refused.length} refused`);
    for (const response of refused) assert.equal(response.json.error, 'service_unavailable', response.text);
    for (const { json } of created)
      assert.equal((await gateway.api.get(`/payments/${json.transaction_id}`)).status, 200);
    assert.equal((await gateway.api.get('/payments')).json.pagination.total, created.length);
    await assertSound(gateway.store.db);

    await pragma('max_page_count = 1073741823');
    assert.equal((await create(1000)).status, 201);
    await assertSound(gateway.store.db);
  });
});
