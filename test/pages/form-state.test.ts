import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { secretBox } from '../../src/lib/secrets.ts';
import { type FormSession, openSession, sealSession } from '../../src/pages/form-state.ts';

describe('the session in a page’s address', () => {
  const box = secretBox(randomBytes(32));
  const session: FormSession = { paymentId: 1, state: { step: 'code', kept: { phone: '37000001' }, errors: {} } };
  const sealed = sealSession(box, session);

  it('opens to what was sealed, and fits an address as it is', () => {
    assert.deepEqual(openSession(box, sealed), session);
    assert.equal(encodeURIComponent(sealed), sealed);
  });

  it('does not open when it was changed, cut, made up, or sealed under another key', () => {
    const changed = `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`;
    const foreign = sealSession(secretBox(randomBytes(32)), session);
    for (const text of [changed, sealed.slice(0, -3), foreign, '', 'x', '💥', undefined, ['a'], 7]) {
      assert.equal(openSession(box, text), undefined, String(text));
    }
  });
});
