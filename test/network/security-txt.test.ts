import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { startTestGateway } from '../support/gateway.ts';

const PATH = '/.well-known/security.txt';

describe('security.txt', () => {
  it('names the contact, and is valid for some months (RFC 9116)', async () => {
    const settings = { SECURITY_CONTACT: 'mailto:security@example.com' };
    const gateway = await startTestGateway('sqlite', { settings });
    try {
      const response = await fetch(`${gateway.url}${PATH}`);
      const text = await response.text();
      assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
      const expires = /^Expires: (\d{4}-\d\d-\d\dT00:00:00\.000Z)$/m.exec(text)?.[1] ?? '';
      const days = (Date.parse(expires) - Date.now()) / 86_400_000;
      assert.ok(days > 80 && days < 365, `${days} days`);
      assert.equal(
        text.replace(expires, '…'),
        `Contact: mailto:security@example.com\nExpires: …\nPreferred-Languages: ht, fr, en\nCanonical: ${gateway.url}${PATH}\n`,
      );
    } finally {
      await gateway.stop();
    }
  });

  it('is missing without a contact', async () => {
    const gateway = await startTestGateway('sqlite');
    try {
      assert.equal((await fetch(`${gateway.url}${PATH}`)).status, 404);
    } finally {
      await gateway.stop();
    }
  });

  it('has a valid address as its contact', () => {
    for (const SECURITY_CONTACT of ['mailto:a@b.example', 'tel:+509-37-00-0001', 'https://pay.example.com/security']) {
      assert.equal(readConfig({ SECURITY_CONTACT }).securityContact, SECURITY_CONTACT);
    }
    for (const SECURITY_CONTACT of [
      'a@b.example',
      'http://a.example',
      'mailto:',
      'https://a.example\nContact: mailto:b@c.example',
    ]) {
      assert.throws(() => readConfig({ SECURITY_CONTACT }), /but must be a mailto:/, SECURITY_CONTACT);
    }
  });
});
