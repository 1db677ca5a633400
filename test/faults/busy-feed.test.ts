import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { type ApiResponse, paymentRequest, startTestGateway, type TestGateway, until } from '../support/gateway.ts';

const skip = process.env.TEST_DATABASE_URL ? false : 'no PostgreSQL: TEST_DATABASE_URL is not set';
/** More payments than a process has database connections. */
const FINISHED = 20;

describe('postgres: many test payments of one website wait for its feed', { skip, timeout: 120_000 }, () => {
  let gateway: TestGateway;
  let other: pg.Client;
  before(async () => {
    gateway = await startTestGateway('postgres');
    other = new pg.Client({ connectionString: gateway.settings.DATABASE_URL });
    await other.connect();
  });
  after(async () => {
    await other?.end();
    await gateway?.stop();
  });

  it('payments of other websites are created, read and completed at the same time, and those that waited afterwards', async () => {
    const create = async (api = gateway.api) =>
      (await api.post('/payments', paymentRequest())).json.transaction_id as string;
    const ids = await Promise.all(Array.from({ length: FINISHED }, () => create()));
    const neighbour = gateway.client((await gateway.newWebsite()).liveKey);
    const test = gateway.client((await gateway.newWebsite()).testKey);
    const known = await create(test);

    await other.query('BEGIN');
    await other.query('UPDATE feeds SET last_position = last_position WHERE website_id = $1', [gateway.website.id]);
    const finishing = ids.map((id) => gateway.api.post(`/test_helpers/payments/${id}/complete`));
    const waiting = async () => {
      const sql = `SELECT count(*)::int AS n FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return (await other.query<{ n: number }>(sql)).rows[0]!.n;
    };
    await until('some payments wait for the feed', async () => (await waiting()) > 0);
    const answers: ApiResponse[] = [];
    for (let round = 0; round < 5; round++) {
      answers.push(await neighbour.get('/payments'), await test.get(`/payments/${known}`));
      answers.push(await test.post('/payments', paymentRequest()));
    }
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array.from({ length: 5 }, () => [200, 200, 201]).flat(),
    );
    const created = answers.filter(({ status }) => status === 201);
    const completed = await Promise.all(
      created.map(({ json }) => test.post(`/test_helpers/payments/${json.transaction_id}/complete`)),
    );
    for (const { status, text } of completed) assert.equal(status, 200, text);
    assert.ok((await waiting()) > 0, 'the feed is no longer locked');
    await other.query('ROLLBACK');
    for (const { status, text } of await Promise.all(finishing)) assert.equal(status, 200, text);
    assert.equal((await gateway.api.get('/payments?status=completed&per_page=1')).json.pagination.total, FINISHED);
  });
});
