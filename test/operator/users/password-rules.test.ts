import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { passwordFault } from '../../../src/features/users/password-rules.ts';
import { refusal } from '../../../src/platform/messages/refusals/refusal-messages.ts';

const EMAIL = 'Wozbo.Pyè@shop.example';

describe('a new password', () => {
  const faultOf = async (password: string, email = EMAIL) => (await passwordFault(password, email))?.id;

  // Contract: USER-2
  it('has 12 to 128 characters, as people count them', async () => {
    assert.equal(await faultOf('lanbi fre 47'), undefined);
    assert.equal(await faultOf('🌴🌊🐚🥭🌶️🪘🎺 lakay'), undefined);
    assert.equal(
      await faultOf(
        Array.from({ length: 128 }, (_, at) => String.fromCharCode(97 + ((at * 7 + (at >> 3)) % 26))).join(''),
      ),
      undefined,
    );
    for (const password of ['', 'lanbi fre 4', 'x'.repeat(129), '🌴'.repeat(11)]) {
      assert.deepEqual(await passwordFault(password, EMAIL), refusal('passwordLength', { least: 12, most: 128 }));
    }
    assert.equal(await faultOf('lanbi fre \0 47'), 'passwordLength');
  });

  // Contract: USER-2
  it('is not a common password, nor a disguised one', async () => {
    for (const password of [
      'password1234',
      'Password2027!',
      'P@ssw0rd12345',
      'p4ssw0rd!!!!!!!',
      'qwertyuiop123',
      '1qaz2wsx3edc4rfv',
      'letmeinletmein',
      'abcabcabcabc',
      '123456789012',
      '31/01/2027 31/01/2027',
      'aaaaaaaaaaaa',
      '!!!!!!!!!!!!',
      'FINALFANTASY',
      '@dministrator',
      '5upernatural',
      'ｐａｓｓｗｏｒｄ１２３４',
    ]) {
      assert.equal(await faultOf(password), 'passwordCommon', password);
    }
    for (const password of ['correct horse battery', 'mango river lantern 58', 'Wj7#kd0!pQz2']) {
      assert.equal(await faultOf(password), undefined, password);
    }
  });

  // Contract: USER-2
  it('contains neither the first part of the e-mail address nor the name of the product', async () => {
    assert.equal(await faultOf('mwen se wozbo.pyè lakay'), 'passwordHasEmail');
    assert.equal(await faultOf('MWEN SE WOZBO.PYÈ LAKAY'.normalize('NFD')), 'passwordHasEmail');
    assert.equal(await faultOf('lajan pou Peye 1234'), 'passwordHasOurName');
    assert.equal(
      await faultOf('mango river lantern', 'a@shop.example'),
      undefined,
      'a very short first part is ignored',
    );
  });
});
