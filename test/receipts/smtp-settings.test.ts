import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeConfig, readConfig } from '../../src/config.ts';

const FROM = 'receipts@pay.example';
const smtp = (SMTP_URL: string, SMTP_FROM = FROM) => readConfig({ SMTP_URL, SMTP_FROM }).smtp;

describe('SMTP_URL and SMTP_FROM', () => {
  it('are off when nothing is set', () => {
    assert.equal(readConfig({}).smtp, null);
    assert.equal(readConfig({ SMTP_FROM: FROM }).smtp, null);
    assert.equal(describeConfig(readConfig({})).receipts_by_mail, 'off');
  });

  it('name a server, and TLS on every connection that leaves this machine', () => {
    const name = { user: 'marie@shop.example', password: 'p:w/d', from: FROM, sendsTests: false };
    const login = 'marie%40shop.example:p%3Aw%2Fd@';
    assert.deepEqual(smtp(`smtps://${login}mail.example`), { host: 'mail.example', port: 465, tls: 'first', ...name });
    assert.deepEqual(smtp(`smtp://${login}mail.example:2525`), {
      host: 'mail.example',
      port: 2525,
      tls: 'upgrade',
      ...name,
    });
    const anonymous = { user: null, password: null, from: FROM, sendsTests: false };
    assert.deepEqual(smtp('smtp://localhost/'), { host: 'localhost', port: 587, tls: 'none', ...anonymous });
    assert.deepEqual(smtp('smtp://[::1]:25'), { host: '::1', port: 25, tls: 'none', ...anonymous });
    assert.equal(smtp('smtps://127.0.0.1')?.tls, 'first');
  });

  for (const url of [
    ...['mail.example', 'https://mail.example', 'smtp://', 'smtp://mail.example/path', 'smtp://mail.example?x=secret'],
    ...['smtp://secret@mail.example', 'smtp://:secret@mail.example', 'smtp://a:%zz@mail.example'],
  ]) {
    it(`${url} stops the start, and is not quoted`, () => {
      assert.throws(
        () => smtp(url),
        (error: Error) => {
          assert.match(
            error.message,
            /^SMTP_URL is set to something else, but must be an smtp:\/\/ or smtps:\/\/ address/,
          );
          assert.doesNotMatch(error.message, /secret/);
          return true;
        },
      );
    });
  }

  for (const from of ['receipts', 'Shop <a@b.example>', 'a@b.example, c@d.example', 'a@b.example\nBcc: c@d.example']) {
    it(`${JSON.stringify(from)} is refused as a sender`, () => {
      assert.throws(() => smtp('smtps://mail.example', from), /SMTP_FROM is set to .*, but must be an e-mail address/);
    });
  }

  it('must be set together', () => {
    assert.throws(() => smtp('smtps://mail.example', ''), /SMTP_FROM is not set, but SMTP_URL is/);
  });

  it('the log at startup names the server, and no password', () => {
    const config = readConfig({ SMTP_URL: 'smtps://marie:hunter2@mail.example', SMTP_FROM: FROM });
    const logged = JSON.stringify(describeConfig(config));
    assert.match(logged, /"receipts_by_mail":"by mail\.example"/);
    assert.doesNotMatch(logged, /hunter2|marie/);
  });
});
