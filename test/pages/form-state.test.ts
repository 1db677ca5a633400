import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { type FormSession, openSession, sealSession } from '../../src/pages/form-state.ts';
import { secretBox } from '../../src/platform/secrets/secrets.ts';

const NOW_US = 1_800_000_000_000_000;
const HOUR_US = 3_600_000_000;

describe('the session in a page’s address', () => {
  const box = secretBox(randomBytes(32));
  const session: FormSession = { paymentId: 1, state: { step: 'code', kept: { phone: '37000001' }, errors: {} } };
  const sealed = sealSession(box, session, NOW_US);

  it('can be opened, and needs no encoding in an address', () => {
    assert.deepEqual(openSession(box, sealed, NOW_US), session);
    assert.equal(encodeURIComponent(sealed), sealed);
  });

  it('is expired after an hour, and if its time is in the future', () => {
    assert.deepEqual(openSession(box, sealed, NOW_US + HOUR_US), session);
    assert.equal(openSession(box, sealed, NOW_US + HOUR_US + 1), 'expired');
    assert.equal(openSession(box, sealed, NOW_US - HOUR_US - 1), 'expired');
  });

  it('is expired if it has no time, like the sessions of earlier versions', () => {
    const timeless = box.seal('page-session', JSON.stringify(session), 'page-form-state');
    assert.equal(openSession(box, timeless, NOW_US), 'expired');
  });

  it('cannot be opened if it was changed, cut, invented, or sealed under another key or for another purpose', () => {
    const changed = sealed.replace(/^v2\.(.)/, (_, first) => `v2.${first === 'A' ? 'B' : 'A'}`);
    const foreign = sealSession(secretBox(randomBytes(32)), session, NOW_US);
    const other = box.seal('card-token', JSON.stringify({ ...session, at: NOW_US / 1e6 }), 'page-form-state');
    for (const text of [changed, sealed.slice(0, -3), foreign, other, '', 'x', '💥', undefined, ['a'], 7]) {
      assert.equal(openSession(box, text, NOW_US), undefined, String(text));
    }
  });
});
