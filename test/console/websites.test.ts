import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { after, before, it } from 'node:test';
import { ROLES, type Role } from '../../src/core/roles.ts';
import { listAuditRows } from '../../src/features/audit/store/audit-log.ts';
import { findWebsite, type Website } from '../../src/features/websites/store/websites.ts';
import { type ConsolePerson, type ConsoleResponse, consolePerson, pathOf, valuesOf } from '../support/console.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { formsOf, linksOf } from '../support/html-forms.ts';
import { png } from '../support/pictures.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { attempted, finishedLivePayment } from '../support/webhooks.ts';

const PNG = png({ width: 32, height: 32 });

/** The secrets that pages have shown once. */
const secrets: string[] = [];

onOneEngineByDay('websites and keys in the console', (engine) => {
  let gateway: TestGateway;
  let receiver: Receiver;
  let owner: ConsolePerson;
  before(async () => {
    receiver = await startReceiver();
    gateway = await startTestGateway(engine, { settings: receiver.settings });
    owner = await person('owner');
  });
  after(async () => {
    await gateway?.stop();
    await receiver?.close();
  });

  const person = (role: Role, websiteIds?: readonly string[]) =>
    consolePerson(gateway, role, { ...(websiteIds && { websiteIds }) });
  const stored = async (id: string): Promise<Website> => {
    const website = await findWebsite(gateway.store.db, id);
    assert.ok(website);
    return website;
  };
  const newWebsite = async () => (await gateway.newWebsite()).website.id;
  const lastAction = async (websiteId: string) => (await listAuditRows(gateway.store.db, { websiteId, limit: 1 }))[0];

  it('registers a website once, however often its form is sent, and shows its secret once', async () => {
    const page = await owner.get('/websites/new');
    const form = formsOf(page.text).find(({ action }) => action.endsWith('/websites/new'));
    assert.ok(form);
    const fields = { ...valuesOf(form), name: 'Boutik <b>Nou</b>', callback_url: 'https://127.0.0.1/hook' };
    const made = await owner.post('/websites/new', fields);
    assert.equal(made.status, 200, made.text);
    const secret = secretOf(made, /whsec_\w{32}/);
    const again = await owner.post('/websites/new', fields);
    assert.match(again.location ?? '', /^\/websites\/web_\w{16}\?done=already$/);
    const shown = await owner.get(again.location ?? '');
    assert.ok(!shown.text.includes(secret));
    assert.match(shown.text, /<h1>Boutik &#60;b&#62;Nou/);
    const list = await owner.get('/websites?text=BOUTIK');
    assert.equal([...list.text.matchAll(/<bdi>Boutik &#60;b&#62;/g)].length, 1);
    const chosen = await owner.post('/websites/new', { ...fields, once: `web_${'a'.repeat(16)}.${'0'.repeat(32)}` });
    assert.equal(chosen.status, 200);
    assert.equal(await findWebsite(gateway.store.db, `web_${'a'.repeat(16)}`), undefined, 'no client chooses an id');
  });

  it('changes name, contact, colour, return URL and receipts, and shows each error next to its field', async () => {
    const id = await newWebsite();
    const edit = `/websites/${id}/edit`;
    const good = {
      name: 'New name',
      contact: '+509 37 00 00 01',
      colour: '#0b6459',
      return_url: 'https://shop.example/back',
      receipts: '1',
    };
    assert.equal((await owner.submit(edit, '/edit', good)).location, `/websites/${id}?done=changed`);
    const { name, brand, returnUrl, sendsReceipts } = await stored(id);
    assert.deepEqual(
      [name, brand.contact, brand.colour, returnUrl, sendsReceipts],
      ['New name', '+509 37 00 00 01', '#0b6459', 'https://shop.example/back', true],
    );
    for (const [field, value] of [
      ['name', ' '],
      ['contact', 'two\nlines'],
      ['colour', '#ffffff'],
      ['colour', 'red'],
      ['return_url', 'javascript:alert(1)'],
    ] as const) {
      const refused = await owner.submit(edit, '/edit', { ...good, [field]: value });
      assert.equal(refused.status, 422, `${field}: ${value}`);
      assert.match(refused.text, new RegExp(`id="e-${field}"`));
    }
    assert.equal((await stored(id)).name, 'New name');
    // Fields that do not belong to this form are ignored.
    await owner.submit(edit, '/edit', { ...good, card_live_approved: '1', callback_url: 'https://evil.example/' });
    const { cardLiveApproved, callbackUrl } = await stored(id);
    assert.deepEqual([cardLiveApproved, callbackUrl], [false, null]);
  });

  it("shows the second of two users the first one's changes, and accepts the form when it is sent again", async () => {
    const id = await newWebsite();
    const edit = `/websites/${id}/edit`;
    const other = await person('merchant_owner', [id]);
    const opened = valuesOf(formsOf((await other.get(edit)).text).find(({ action }) => action.endsWith('/edit'))!);
    await owner.submit(edit, '/edit', { name: 'First' });
    const { form_token: _, ...late } = opened;
    const conflict = await other.post(edit, { ...late, name: 'Second' });
    assert.equal(conflict.status, 409);
    assert.match(conflict.text, /<bdi>First<\/bdi>/);
    assert.equal((await stored(id)).name, 'First');
    const form = formsOf(conflict.text).find(({ action }) => action.endsWith('/edit'));
    assert.ok(form);
    assert.equal((await other.post(pathOf(form.action), valuesOf(form))).status, 303);
    assert.equal((await stored(id)).name, 'Second', 'the entered value is stored');
  });

  it('sets callback URL, methods, approval and state', async () => {
    const id = await newWebsite();
    const refused = await owner.submit(`/websites/${id}/callback`, '/callback', { callback_url: 'http://10.0.0.1/' });
    assert.equal(refused.status, 422);
    // A developer whose local address was refused finds the way to receive webhooks without a public one.
    assert.match(refused.text, /receives the events of test payments[^<]*<a href="[^"]*\/docs\/webhooks">/);
    await owner.submit(`/websites/${id}/callback`, '/callback', { callback_url: 'https://shop.example/hook' });
    const shop_name = (await stored(id)).name;
    await owner.submit(`/websites/${id}/methods`, '/methods', { methods: ['moncash', 'card'], shop_name });
    await owner.submit(`/websites/${id}/card/approve`, '/card/approve', { note: 'Checked', shop_name });
    const website = await stored(id);
    assert.deepEqual([website.methods, website.cardLiveApproved], [['moncash', 'card'], true]);
    assert.equal(website.callbackUrl, 'https://shop.example/hook');
    await owner.submit(`/websites/${id}/deactivate`, '/deactivate', { shop_name });
    assert.notEqual((await stored(id)).deactivatedAtUs, null);
    await owner.submit(`/websites/${id}`, '/activate');
    assert.equal((await stored(id)).deactivatedAtUs, null);
    assert.equal(
      (await owner.submit(`/websites/${id}/methods`, '/methods', { methods: 'visa', shop_name })).status,
      422,
    );
    const row = await lastAction(id);
    assert.deepEqual([row?.action, row?.actor.id], ['website.activate', owner.user.id]);
  });

  it('accepts a logo as a file, and refuses files that are not pictures', async () => {
    const id = await newWebsite();
    const send = async (
      content: Buffer | null,
      { type, seen, by = owner }: { type?: string; seen?: string; by?: ConsolePerson } = {},
    ) => {
      const form = new FormData();
      form.set('form_token', await by.formToken());
      form.set('seen', seen ?? JSON.stringify({ logo: (await stored(id)).brand.logo?.hash ?? null }));
      if (content) form.set('logo', new Blob([new Uint8Array(content)], { type: 'image/png' }), 'logo.png');
      const given = new Request(gateway.url, { method: 'POST', body: form });
      return fetch(`${gateway.url}/console/websites/${id}/logo`, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          cookie: [...by.jar].map(([name, value]) => `${name}=${value}`).join('; '),
          'content-type': type ?? given.headers.get('content-type') ?? '',
        },
        body: await given.arrayBuffer(),
      });
    };
    assert.equal((await send(PNG)).status, 303);
    const { logo } = (await stored(id)).brand;
    assert.deepEqual([logo?.type, logo?.width, logo?.height], ['png', 32, 32]);
    const shown = await owner.get(`/websites/${id}`);
    const src = /<img src="(\/logos\/[^"]+)"/.exec(shown.text)?.[1];
    assert.equal((await fetch(`${gateway.url}${src}`)).status, 200);
    assert.equal((await send(Buffer.from('<svg/>'))).status, 422);
    assert.equal((await send(null)).status, 422);
    assert.equal((await send(Buffer.alloc(20_000, 1))).status, 422);
    const large = await send(Buffer.alloc(1_900_000, 1));
    assert.deepEqual([large.status, /1,900,000 bytes \(maximum 10,000\)/.test(await large.text())], [422, true]);
    // No other role makes the gateway read as much, and a file that it does not read leads back to the form.
    const viewer = await person('merchant_viewer', [id]);
    for (const refused of [
      await send(Buffer.alloc(2_100_000, 1)),
      await send(Buffer.alloc(70_000, 1), { by: viewer }),
    ]) {
      assert.deepEqual(
        [refused.status, refused.headers.get('location')],
        [303, `/console/websites/${id}?logo=too_large`],
      );
    }
    const { text } = await owner.get(`/websites/${id}?logo=too_large`);
    assert.match(text, /id="e-logo">The file is too large\. The maximum is 2 MB/);
    assert.match(text, /href="\/console\/payments"/, 'the menu is there too');
    assert.equal((await send(PNG, { type: 'multipart/form-data; boundary=other' })).status, 400);
    assert.equal((await send(PNG, { type: 'multipart/form-data' })).status, 400);
    const late = await send(PNG, { seen: '{"logo":null}' });
    assert.deepEqual([late.status, /Someone else changed this/.test(await late.text())], [422, true]);
    assert.equal((await stored(id)).brand.logo?.hash, logo?.hash);
    await owner.submit(`/websites/${id}`, '/logo/remove');
    assert.equal((await stored(id)).brand.logo, null);
  });

  it('responds to a browser that is still sending a file that is too large', async () => {
    const id = await newWebsite();
    const cookie = [...owner.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const length = 5_000_000;
    const headers = { cookie, 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(length) };
    const sent = request(`${gateway.url}/console/websites/${id}/logo`, { method: 'POST', headers, agent: false });
    const answer = once(sent, 'response') as Promise<[IncomingMessage]>;
    let [pieces, piecesAtAnswer] = [0, 0];
    void answer.then(() => {
      piecesAtAnswer = pieces;
    });
    for (let piece = 0; piece < 20; piece++) {
      const written = Promise.withResolvers<void>();
      sent.write(Buffer.alloc(length / 20, 1), (error) => (error ? written.reject(error) : written.resolve()));
      await written.promise;
      pieces++;
      // The gateway has had the time to refuse it.
      await owner.get('/websites');
    }
    sent.end();
    const [{ statusCode, headers: got }] = await answer;
    assert.equal(piecesAtAnswer, 20, 'a browser reads no response while it sends');
    assert.deepEqual([statusCode, got.location], [303, `/console/websites/${id}?logo=too_large`]);
  });

  it('reads only a few large files at a time', async () => {
    const id = await newWebsite();
    const cookie = [...owner.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'content-type': 'multipart/form-data; boundary=x', 'content-length': '1000000' };
    const begin = () => {
      const sent = request(`${gateway.url}/console/websites/${id}/logo`, { method: 'POST', headers, agent: false });
      const answer = once(sent, 'response') as Promise<[IncomingMessage]>;
      sent.write('--x\r\n');
      return { sent, status: answer.then(([{ statusCode }]) => statusCode) };
    };
    const held = Array.from({ length: 8 }, begin);
    // Four are refused at once. The others are still being read.
    const early: (number | undefined)[] = [];
    for (const { status } of held) void status.then((each) => early.push(each)).catch(() => undefined);
    await until('four are refused', async () => early.length >= 4);
    assert.deepEqual(early, [429, 429, 429, 429]);
    for (const { sent, status } of held) {
      void status.catch(() => undefined);
      sent.destroy();
    }
    // Clients that disconnect while their session is still being read keep no place either.
    for (let count = 0; count < 40; count++) {
      const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`POST /console/websites/${id}/logo HTTP/1.1\r\n${lines.join('')}\r\n`, () =>
        socket.resetAndDestroy(),
      );
      await once(socket, 'close');
    }
    await until('there is room again', async () => {
      const { sent, status } = begin();
      sent.end(Buffer.alloc(1_000_000 - 5, 1));
      return (await status) !== 429;
    });
  });

  it('creates, changes, rotates and deactivates a key, whose text is shown once', async () => {
    const id = await newWebsite();
    const limits = { name: 'Till', expires_at: '2099-06-30', allowed_addresses: '127.0.0.1\n::1', scopes: 'read' };
    const made = await owner.submit(`/websites/${id}/test-keys/new`, '/test-keys/new', limits);
    assert.equal(made.status, 200, made.text);
    const text = secretOf(made, /tk_test_\w{43}/);
    const api = gateway.client(text);
    assert.equal((await api.get('/payments')).status, 200);
    assert.equal((await api.post('/payments', {})).status, 403);
    const key = (
      await gateway.store.db.query<{ id: string; at: number }>(
        'SELECT id, expires_at_us AS at FROM api_keys WHERE website_id = $1 AND name = $2',
        [id, 'Till'],
      )
    )[0];
    assert.ok(key);
    // The day ends at midnight in Haiti.
    assert.equal(key.at, Date.parse('2099-07-01T04:00:00Z') * 1000);
    const page = `/websites/${id}/test-keys/${key.id}`;
    assert.equal((await owner.submit(`${page}/change`, '/change', { name: 'Door' })).status, 303);
    assert.equal((await owner.submit(`${page}/change`, '/change', { scopes: ['read', 'refund'] })).status, 303);
    assert.match((await owner.get(page)).text, /read, refund/);
    const bad = [
      ['expires_at', '2001-01-01'],
      ['expires_at', 'soon'],
      ['allowed_addresses', 'shop.example'],
      ['scopes', 'write'],
      ['scopes', []],
      ['name', 'x'.repeat(256)],
    ] as const;
    for (const [field, value] of bad) {
      const refused = await owner.submit(`${page}/change`, '/change', { [field]: value });
      assert.equal(refused.status, 422, `${field}: ${value}`);
      assert.match(refused.text, new RegExp(`id="e-${field}"`));
    }
    const rolled = await owner.submit(`${page}/roll`, '/roll', { overlap: '0' });
    const next = secretOf(rolled, /tk_test_\w{43}/);
    assert.notEqual(next, text);
    assert.equal((await owner.submit(`${page}/roll`, '/roll', { overlap: 'x' })).status, 422);
    const again = await owner.submit(`${page}/roll`, '/roll', { overlap: '3600' });
    const last = secretOf(again, /tk_test_\w{43}/);
    assert.match((await owner.get(page)).text, /The old key works until/);
    await owner.submit(page, '/deactivate');
    const shown = await owner.get(page);
    assert.doesNotMatch(shown.text, /The old key works until/);
    assert.match(shown.text, /Door.*deactivated/s);
    assert.match(shown.text, new RegExp(`tk_test_…${last.slice(-4)}`));
    // A key has one address: that of its website and mode.
    for (const other of [
      `/websites/${id}/live-keys/${key.id}`,
      `/websites/${gateway.website.id}/test-keys/${key.id}`,
    ]) {
      assert.equal((await owner.get(other)).status, 404);
    }
  });

  it('creates one key when a form is sent twice', async () => {
    const id = await newWebsite();
    const page = `/websites/${id}/live-keys/new`;
    const form = formsOf((await owner.get(page)).text).find(({ action }) => action.endsWith(page));
    assert.ok(form);
    const fields = { ...valuesOf(form), scopes: ['read', 'create', 'refund'] };
    const [first, second] = [await owner.post(page, fields), await owner.post(page, fields)];
    assert.equal(first.status, 200);
    assert.match(second.location ?? '', /\/live-keys\/key_\w{16}\?done=already$/);
  });

  it('rotates the webhook secret with an overlap, and shows it once', async () => {
    const id = await newWebsite();
    const rolled = await owner.submit(`/websites/${id}/secret`, '/secret', { after: '86400' });
    const secret = secretOf(rolled, /whsec_\w{32}/);
    assert.notEqual((await stored(id)).signers.live.nextFromUs, null);
    assert.ok(!(await owner.get(`/websites/${id}`)).text.includes(secret));
    assert.equal((await owner.submit(`/websites/${id}/secret`, '/secret', { after: '-1' })).status, 422);
  });

  it('gives test payments a URL and a secret, which is shown once, rotated and removed', async () => {
    const id = await newWebsite();
    const page = `/websites/${id}`;
    const path = `/test-hook-${engine}`;
    assert.equal((await owner.get(`${page}/test-secret`)).status, 404, 'there is no secret to rotate');
    const bad = { callback_url: '', test_callback_url: 'https://10.0.0.1/' };
    const refused = await owner.submit(`${page}/callback`, '/callback', bad);
    assert.equal(refused.status, 422);
    assert.match(refused.text, /id="e-test_callback_url"/);
    await owner.submit(`${page}/callback`, '/callback', { ...bad, test_callback_url: `${receiver.origin}${path}` });
    const form = formsOf((await owner.get(page)).text).find(({ action }) => action.endsWith('/test-secret/new'));
    assert.ok(form);
    const fields = valuesOf(form);
    const [made, again] = [
      await owner.post(`${page}/test-secret/new`, fields),
      await owner.post(`${page}/test-secret/new`, fields),
    ];
    const secret = secretOf(made, /whsec_\w{32}/);
    assert.equal(again.status, 422);
    assert.doesNotMatch(again.text, /whsec_/);
    assert.ok(!(await owner.get(page)).text.includes(secret));
    assert.deepEqual((await lastAction(id))?.action, 'website.update');
    await owner.submit(page, '/test-event');
    const isSigned = (by: string) => {
      const event = receiver.received(path).at(-1);
      assert.ok(event);
      return createHmac('sha256', by).update(event.body).digest('hex') === event.headers['x-gateway-signature'];
    };
    assert.ok(isSigned(secret));
    const rolled = secretOf(await owner.submit(`${page}/test-secret`, '/test-secret', { after: '0' }), /whsec_\w{32}/);
    await owner.submit(page, '/test-event');
    assert.ok(isSigned(rolled));
    assert.equal((await owner.submit(page, '/test-secret/remove')).status, 303);
    assert.equal((await stored(id)).signers.test, null);
  });

  it('shows the whole signature only to roles that may have the secret, because no header is signed', async () => {
    const id = await newWebsite();
    const path = `/replay-${engine}`;
    await owner.submit(`/websites/${id}/callback`, '/callback', {
      callback_url: `${receiver.origin}${path}`,
      test_callback_url: '',
    });
    const paymentId = await finishedLivePayment(gateway.store, id, gateway.store.clock());
    await attempted(gateway, paymentId);
    const whole = String(receiver.received(path).at(-1)?.headers['x-gateway-signature']);
    assert.match(whole, /^[0-9a-f]{64}$/);
    for (const role of ROLES.filter((each) => each !== 'merchant_viewer')) {
      const me = await person(role, role.startsWith('merchant') ? [id] : undefined);
      const isWhole = ['owner', 'operator', 'merchant_owner'].includes(role);
      const { text } = await me.get(`/webhooks/dlv_${paymentId}`);
      assert.match(text, new RegExp(`X-Gateway-Signature: ${whole.slice(0, 8)}`), role);
      assert.equal(text.includes(whole), isWhole, role);
      if (!['support', 'merchant_developer'].includes(role)) continue;
      const sent = await me.submit(`/websites/${id}`, '/test-event');
      const signature = String(receiver.received(path).at(-1)?.headers['x-gateway-signature']);
      assert.ok(sent.text.includes(`X-Gateway-Signature: ${signature.slice(0, 8)}…`), role);
      assert.ok(!sent.text.includes(signature), role);
    }
  });

  it('sends a signed test event, and shows the response', async () => {
    const id = await newWebsite();
    const path = `/hook-${engine}`;
    assert.equal(
      (await owner.post(`/websites/${id}/test-event`, { mode: 'test', to: 'payments' })).status,
      422,
      'no callback URL',
    );
    assert.equal((await owner.post(`/websites/${id}/test-event`, { mode: 'other', to: 'payments' })).status, 400);
    await owner.submit(`/websites/${id}/callback`, '/callback', { callback_url: `${receiver.origin}${path}` });
    receiver.script(path, (response) => response.writeHead(418).end('I am <b>no</b> shop'));
    const secret = secretOf(await owner.submit(`/websites/${id}/secret`, '/secret', { after: '0' }), /whsec_\w{32}/);
    const sent = await owner.submit(`/websites/${id}`, '/test-event');
    assert.equal(sent.status, 200);
    assert.match(sent.text, /418/);
    assert.match(sent.text, /I am &#60;b&#62;no&#60;\/b&#62; shop/);
    const [received] = receiver.received(path);
    assert.ok(received);
    const { event, data } = JSON.parse(received.body.toString());
    assert.deepEqual(
      [event, received.headers['x-gateway-event'], data.transaction_id, data.amount, data.status],
      ['test', 'test', '0', '0.00', 'pending'],
    );
    const signature = createHmac('sha256', secret).update(received.body).digest('hex');
    assert.equal(received.headers['x-gateway-signature'], signature);
    assert.match(sent.text, new RegExp(signature));
    assert.equal(received.headers['x-gateway-mode'], 'test');
    assert.equal((await lastAction(id))?.action, 'website.test_event');
    await owner.post(`/websites/${id}/test-event`, { mode: 'live', to: 'payments' });
    assert.equal(receiver.received(path).at(-1)?.headers['x-gateway-mode'], 'live');
    const { rows } = await deliveriesOf(id);
    assert.equal(rows.length, 0, 'a test event is in no delivery log');
    const none = await owner.post(`/websites/${id}/test-event`, { mode: 'live', to: 'refunds' });
    assert.match(none.text, /no callback URL for refunds/);
    await owner.submit(`/websites/${id}/callback`, '/callback', {
      refund_callback_url: `${receiver.origin}${path}-refunds`,
    });
    await owner.post(`/websites/${id}/test-event`, { mode: 'live', to: 'refunds' });
    const [forRefunds] = receiver.received(`${path}-refunds`);
    assert.deepEqual(
      [forRefunds?.headers['x-gateway-event'], forRefunds?.headers['x-gateway-mode'], receiver.received(path).length],
      ['test', 'live', 2],
    );
    let status = 200;
    for (let more = 0; more < 12 && status === 200; more++) {
      ({ status } = await owner.post(`/websites/${id}/test-event`, { mode: 'test', to: 'payments' }));
    }
    assert.equal(status, 429, 'the number of test events in a minute is limited');
  });

  const deliveriesOf = async (id: string) => ({
    rows: await gateway.store.db.query('SELECT id FROM deliveries WHERE website_id = $1', [id]),
  });

  it('says in words that the endpoint does not respond', async () => {
    const id = await newWebsite();
    await gateway.store.operator.changeWebsite(id, { callbackUrl: 'https://127.0.0.1:1/hook' });
    const sent = await owner.submit(`/websites/${id}`, '/test-event');
    assert.match(sent.text, /No response\..*the connection was refused/s);
  });

  it('shows a role only the actions that it may use', async () => {
    const id = await newWebsite();
    const seen = async (role: Role) => {
      const { text } = await (await person(role, role.startsWith('merchant') ? [id] : undefined)).get(
        `/websites/${id}`,
      );
      const actions = [
        '/edit',
        '/callback',
        '/methods',
        '/secret',
        '/test-secret/new',
        '/card/approve',
        '/deactivate',
        'test-keys/new',
        'live-keys/new',
      ];
      return actions.filter((action) => text.includes(`/websites/${id}/${action.replace(/^\//, '')}"`));
    };
    assert.deepEqual(await seen('merchant_viewer'), []);
    assert.deepEqual(await seen('auditor'), []);
    assert.deepEqual(await seen('merchant_developer'), ['test-keys/new']);
    assert.deepEqual(await seen('merchant_owner'), [
      '/edit',
      '/callback',
      '/secret',
      '/test-secret/new',
      'test-keys/new',
      'live-keys/new',
    ]);
    assert.equal((await seen('operator')).length, 9);
    const viewer = await person('merchant_viewer', [id]);
    assert.doesNotMatch((await viewer.get(`/websites/${id}`)).text, /tk_test_/);
    assert.equal((await viewer.get(`/websites/${gateway.website.id}`)).status, 404);
    assert.doesNotMatch((await viewer.get('/websites')).text, new RegExp(gateway.website.id));
  });

  it('pages the list by keys, newest first', async () => {
    const ids: string[] = [];
    for (let made = 0; made < 52; made++) {
      const name = `Paged ${made}`;
      ids.push((await gateway.store.operator.createWebsite({ name })).website.id);
    }
    const found: string[] = [];
    for (let path: string | undefined = '/websites?text=paged'; path !== undefined; ) {
      assert.ok(found.length < ids.length, `${path} leads in a circle`);
      const { text } = await owner.get(path);
      found.push(...[...text.matchAll(/<code>(web_\w{16})<\/code>/g)].map(([, id = '']) => id));
      const next: string | undefined = linksOf(text).find((link) => link.includes('before='));
      path = next && pathOf(next);
    }
    assert.deepEqual(found, ids.toReversed());
    assert.match((await owner.get('/websites?text=nothing-like-this')).text, /No websites match/);
    const { id } = (await gateway.store.operator.createWebsite({ name: 'Épicerie Noël' })).website;
    for (const text of ['épicerie', 'Épicerie noël', 'ÉPI']) {
      assert.ok((await owner.get(`/websites?text=${encodeURIComponent(text)}`)).text.includes(id), text);
    }
  });

  it('never stores the secrets that it has shown in a readable form', async () => {
    assert.ok(secrets.length > 4);
    const { db } = gateway.store;
    const rows = [
      ...(await db.query('SELECT before_json, after_json FROM audit_log')),
      ...(await db.query('SELECT * FROM websites')),
      ...(await db.query('SELECT * FROM api_key_secrets')),
    ];
    const text = JSON.stringify(rows);
    for (const secret of secrets) assert.ok(!text.includes(secret));
  });

  it('speaks French and Kreyòl', async () => {
    for (const [language, word] of [
      ['fr', 'Clés API'],
      ['ht', 'Kle API'],
    ] as const) {
      const reader = await consolePerson(gateway, 'owner', { language });
      assert.match((await reader.get(`/websites/${gateway.website.id}`)).text, new RegExp(word));
      const refused = await reader.submit('/websites/new', '/websites/new', { name: '' });
      assert.doesNotMatch(refused.text, /It must have/);
    }
  });
});

/** The secret on a page, which shows it this once. It is added to `secrets`. */
function secretOf({ text, status }: ConsoleResponse, pattern: RegExp): string {
  assert.equal(status, 200, text);
  const [secret = ''] = pattern.exec(text) ?? [];
  assert.notEqual(secret, '', text);
  secrets.push(secret);
  return secret;
}
