import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { logText } from '../src/platform/log/log-text.ts';

const TIME = '2026-11-22T10:31:07.250Z';
const line = (fields: Record<string, unknown>) => `${JSON.stringify({ level: 'info', time: TIME, ...fields })}\n`;
const plain = { isColoured: false, isVerbose: false, adapt: (text: string) => text };
/** The text of a line without its time of day, which depends on this machine. */
const shown = (fields: Record<string, unknown>, options = {}) =>
  logText({ ...plain, ...options })(line(fields)).replace(/^\d\d:\d\d:\d\d(?:\.\d{3})? /, '');

describe('the log as text', () => {
  it('begins with the time of day on this machine', () => {
    const at = new Date(TIME);
    const time = [at.getHours(), at.getMinutes(), at.getSeconds()]
      .map((part) => String(part).padStart(2, '0'))
      .join(':');
    assert.equal(logText(plain)(line({ msg: 'stopped' })), `${time} info  stopped\n`);
    assert.equal(logText({ ...plain, isVerbose: true })(line({ msg: 'stopped' })), `${time}.250 info  stopped\n`);
  });

  it('shows most log lines as short sentences, with the request id only if something went wrong', () => {
    const request = {
      req_id: 'req_1',
      method: 'POST',
      route: '/payments',
      ms: 12.34,
      website_id: 'web_1',
      key_id: 'key_1',
    };
    assert.equal(
      shown({ ...request, status: 201, transaction_id: '911607750261429', msg: 'request' }),
      'info  POST /payments 201 12 ms  transaction_id=911607750261429\n',
    );
    assert.equal(
      shown({ ...request, status: 422, error: 'validation_error', msg: 'request' }),
      'info  POST /payments 422 12 ms  req_id=req_1 error=validation_error\n',
    );
    assert.equal(
      shown({ provider: 'moncash', operation: 'create', status_code: 200, duration_ms: 530, msg: 'provider call' }),
      'info  called moncash create 200 530 ms\n',
    );
    assert.equal(
      shown({
        delivery_id: 'dlv_1',
        event: 'payment.success',
        attempt: 2,
        host: 'shop.example',
        status_code: 200,
        ms: 31,
        outcome: 'delivered',
        msg: 'delivery attempt',
      }),
      'info  sent payment.success to shop.example 200 31 ms delivered  delivery_id=dlv_1 attempt=2\n',
    );
  });

  it('omits values that do not exist: a server that could not be reached has no status', () => {
    const refused = { event: 'payment.failed', host: 'shop.example', status_code: null, ms: 4, outcome: 'pending' };
    assert.equal(
      shown({ ...refused, error: 'the connection was refused', msg: 'delivery attempt' }),
      'info  sent payment.failed to shop.example 4 ms pending  error="the connection was refused"\n',
    );
  });

  it('shows the length of a long list', () => {
    const migrations = ['000001_first', '000002_webhooks', '000003_live_payments', '000004_exchange_rates'];
    assert.equal(shown({ migrations, msg: 'up to date' }), 'info  up to date  migrations=4\n');
    assert.match(shown({ migrations, msg: 'up to date' }, { isVerbose: true }), /migrations=\["000001_first",/);
  });

  it('shows the settings of a start only in verbose mode', () => {
    const start = { version: '0.1.0', node: 'v24.21.0', listen: '127.0.0.1:8080', log_level: 'info', msg: 'starting' };
    assert.equal(shown(start), 'info  Peye 0.1.0 starts on Node v24.21.0\n');
    assert.match(shown(start, { isVerbose: true }), /v24\.21\.0 {2}listen=127\.0\.0\.1:8080 log_level=info\n$/);
  });

  it('shows warnings and errors in words too, with the fix or the cause below them', () => {
    const fix = 'Run peye doctor.';
    assert.equal(
      shown({ level: 'warn', msg: 'it is slow', fix }, { adapt: (text: string) => text.replace('peye', 'bin/peye') }),
      'warn  it is slow\n               → Run bin/peye doctor.\n',
    );
    const err = { type: 'Error', message: 'closed', stack: 'Error: closed\n    at here' };
    assert.equal(
      shown({ level: 'error', err, req_id: 'req_1', msg: 'a round failed' }),
      'ERROR a round failed  req_id=req_1\n               Error: closed\n                   at here\n',
    );
    assert.match(
      shown({ level: 'fatal', err: { type: 'Error', message: 'closed' }, msg: 'x' }),
      /^FATAL x\n +Error: closed\n$/,
    );
    assert.match(shown({ level: 'error', err: 'a text', msg: 'x' }), /a text/);
  });

  it('names the process if there are several, and quotes values with spaces', () => {
    assert.equal(
      shown({ process: 2, reason: 'no response', empty: '', inner: { a: 1 }, none: null, msg: 'x' }),
      'info  [2] x  reason="no response" empty="" inner={"a":1} none=null\n',
    );
  });

  it('colours the text if that is enabled, and changes nothing else in it', () => {
    const fields = { method: 'GET', route: '/', status: 500, ms: 1, error: 'internal_error', msg: 'request' };
    const coloured = shown(fields, { isColoured: true });
    assert.ok(coloured.includes('\u001b[31m500\u001b[39m'), coloured);
    assert.equal(stripVTControlCharacters(coloured).replace(/^[\d:]+ /, ''), shown(fields));
  });

  it('lets no text control the terminal', () => {
    const odd = '\u001b[2J\u202e\r\n\u0007x';
    const text = shown({
      method: odd,
      route: odd,
      status: 200,
      ms: 1,
      odd,
      fix: odd,
      err: { type: odd, message: odd },
      msg: odd,
    });
    const word = '\u001b[2J\u202ex';
    const request = shown({ method: word, word, other: [word], route: odd, status: odd, ms: odd, msg: 'request' });
    assert.doesNotMatch(text + request, /[^\P{Cc}\n]|\p{Cf}/u);
  });
});
