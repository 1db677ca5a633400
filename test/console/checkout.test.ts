import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Session, sessionsOf } from '../checkout/session-stage.ts';
import { type ConsolePerson, consolePerson } from '../support/console.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { formsOf, linksOf } from '../support/html-forms.ts';

onOneEngineByDay('checkout sessions in the console', (engine) => {
  let gateway: TestGateway;
  let person: ConsolePerson;
  let viewer: ConsolePerson;
  let sessions: ReturnType<typeof sessionsOf>;
  let paid: Session;
  let paidBy: string;

  before(async () => {
    gateway = await startTestGateway(engine);
    const { website, testKey } = await gateway.newWebsite();
    sessions = sessionsOf(gateway.url, gateway.client(testKey));
    person = await consolePerson(gateway, 'merchant_owner', { websiteIds: [website.id] });
    viewer = await consolePerson(gateway, 'merchant_viewer', { websiteIds: [website.id] });
    paid = await sessions.create({ reference: 'order-1', customer_name: 'Marie Joseph' });
    paidBy = await sessions.start(paid, 'moncash');
    await gateway.client(testKey).post(`/test_helpers/payments/${paidBy}/complete`);
  });
  after(() => gateway.stop());

  it('are a list with filters, whose rows lead to their pages', async () => {
    const open = await sessions.create({ reference: 'order-2' });
    const ofOpen = await person.get('/checkout?mode=test&status=open');
    assert.match(ofOpen.text, new RegExp(`/checkout/${open.session_id}`));
    assert.doesNotMatch(ofOpen.text, new RegExp(paid.session_id));
    const { text } = await person.get('/checkout?mode=test&reference=order-1');
    assert.ok(linksOf(text).some((href) => href.includes(`/checkout/${paid.session_id}`)));
    assert.match(text, /Marie Joseph/);
    assert.doesNotMatch(text, new RegExp(open.session_id));
    const live = await person.get('/checkout?mode=live');
    assert.match(live.text, /No checkout session/);
  });

  it('have a page with the payments, and a payment leads to its session', async () => {
    const page = await person.get(`/checkout/${paid.session_id}`);
    assert.match(page.text, /Paid/);
    assert.ok(linksOf(page.text).includes(`/console/payments/${paidBy}`), 'the page leads to the payment');
    const payment = await person.get(`/payments/${paidBy}`);
    assert.ok(linksOf(payment.text).includes(`/console/checkout/${paid.session_id}`));
    const search = await person.get(`/search?q=${paid.session_id}`);
    assert.match(search.location ?? search.text, new RegExp(`/checkout/${paid.session_id}`));
    assert.equal((await (await foreigner()).get(`/checkout/${paid.session_id}`)).status, 404);
  });

  it('are cancelled by a user who may, once, and a paid session stays paid', async () => {
    const session = await sessions.create();
    const path = `/checkout/test-sessions/${session.session_id}/cancel`;
    assert.doesNotMatch((await viewer.get(`/checkout/${session.session_id}`)).text, /\/cancel"/);
    assert.match((await person.get(`/checkout/${session.session_id}`)).text, new RegExp(path));
    assert.equal(formsOf((await person.get(path)).text).filter(({ action }) => action.endsWith(path)).length, 1);
    const done = await person.post(path, {});
    assert.equal(done.location, `/checkout/${session.session_id}?done=cancelled`);
    assert.equal((await sessions.read(session)).status, 'cancelled');
    assert.match((await person.post(path, {})).location ?? '', /done=over$/);
    const late = await person.post(`/checkout/test-sessions/${paid.session_id}/cancel`, {});
    assert.match(late.location ?? '', /done=over$/);
    assert.equal((await sessions.read(paid)).status, 'paid');
    const live = await person.post(`/checkout/live-sessions/${session.session_id}/cancel`, {});
    assert.equal(live.status, 404, 'the path decides which permission is needed');
  });

  async function foreigner(): Promise<ConsolePerson> {
    const { website } = await gateway.newWebsite('Other');
    return consolePerson(gateway, 'merchant_owner', { websiteIds: [website.id] });
  }
});
