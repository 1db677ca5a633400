import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { gourdesInWords, readGourdes, signedText } from '../../../simulators/natcash/amounts.ts';
import * as theirs from '../../../simulators/natcash/signatures.ts';
import { isSameText } from '../../../src/platform/secrets/secrets.ts';
import { SIGNED_AMOUNTS } from '../../../src/providers/natcash/settings.ts';
import * as ours from '../../../src/providers/natcash/signatures.ts';
import { readAmountMinor } from '../../../src/providers/natcash/verify.ts';

const vectors = JSON.parse(readFileSync(new URL('./vectors.json', import.meta.url), 'utf8'));
const { credentials, requestId, orderNumber, timestampMs, amount } = vectors;

describe('signatures of NatCash', () => {
  it('equal the test vectors, in the adapter and in the simulator', () => {
    const order = { requestId, orderNumber };
    assert.equal(ours.signCreation(credentials, order, { timestampMs, amount }), vectors.creation);
    assert.equal(ours.signOrderCall(credentials, order), vectors.orderCall);
    const sent = { requestId, orderNumber, timestamp: timestampMs, amountText: amount };
    assert.equal(theirs.creationSignature(credentials, sent), vectors.creation);
    assert.equal(theirs.orderSignature(credentials, order), vectors.orderCall);
    assert.equal(Object.keys(vectors.returns).length, 3);
    for (const [code, signature] of Object.entries(vectors.returns)) {
      assert.equal(ours.signReturn(credentials.functionCode, { orderNumber, code }), signature);
      assert.equal(theirs.returnSignature(credentials.functionCode, orderNumber, Number(code)), signature);
    }
  });

  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).filter((one) => one.isWellFormed());
  const partner = fc.record({
    partnerCode: text,
    username: text,
    password: text,
    privateKey: text,
    functionCode: text,
  });
  const order = fc.record({ requestId: text, orderNumber: text });
  const centimes = fc.integer({ min: 1, max: 100_000_00 });
  const timestamp = fc.integer({ min: 1_500_000_000_000, max: 2_500_000_000_000 });

  it("of the adapter match the simulator's, whatever is signed", () => {
    const style = fc.constantFrom(...SIGNED_AMOUNTS);
    fc.assert(
      fc.property(partner, order, centimes, timestamp, style, (one, call, amountMinor, timestampMs, signedAmount) => {
        const sentAmount = ours.signedAmountText(amountMinor, signedAmount);
        const amountText = signedText(amountMinor, signedAmount);
        assert.equal(
          ours.signCreation(one, call, { timestampMs, amount: sentAmount }),
          theirs.creationSignature(one, { ...call, timestamp: timestampMs, amountText }),
        );
        assert.equal(ours.signOrderCall(one, call), theirs.orderSignature(one, call));
      }),
    );
  });

  it('depend on every character of every field and of the keys', () => {
    fc.assert(
      fc.property(partner, order, centimes, timestamp, fc.nat(), (one, call, amountMinor, timestampMs, pick) => {
        const amountText = signedText(amountMinor, 'shortest');
        const signature = ours.signCreation(one, call, { timestampMs, amount: amountText });
        const sent = { ...one, ...call, amountText };
        const names = ['partnerCode', 'username', 'password', 'privateKey', 'requestId', 'orderNumber', 'amountText'];
        const name = names[pick % names.length] as keyof typeof sent;
        const changed = { ...sent, [name]: changeCharacter(sent[name], pick) };
        assert.notEqual(theirs.creationSignature(changed, { ...changed, timestamp: timestampMs }), signature);
        assert.notEqual(theirs.creationSignature(sent, { ...sent, timestamp: timestampMs + 1 }), signature);
        if (name !== 'amountText')
          assert.notEqual(theirs.orderSignature(changed, changed), ours.signOrderCall(one, call));
      }),
    );
  });

  it('of a return are accepted unchanged, and refused with any character changed', () => {
    const code = fc.constantFrom(1, -1, -3);
    fc.assert(
      fc.property(text, text, code, fc.nat(), (functionCode, number, reported, pick) => {
        const signature = theirs.returnSignature(functionCode, number, reported);
        const check = (fields: { orderNumber: string; code: string }, given: string) =>
          isSameText(ours.signReturn(functionCode, fields), given);
        assert.ok(check({ orderNumber: number, code: String(reported) }, signature));
        assert.ok(!check({ orderNumber: number, code: String(reported) }, changeCharacter(signature, pick)));
        assert.ok(!check({ orderNumber: number, code: String(reported) }, signature.slice(1)));
        assert.ok(!check({ orderNumber: changeCharacter(number, pick), code: String(reported) }, signature));
        assert.ok(!check({ orderNumber: number, code: changeCharacter(String(reported), pick) }, signature));
      }),
    );
  });
});

describe('amounts of NatCash', () => {
  it('are signed as the setting says', () => {
    const texts = (amountMinor: number) => SIGNED_AMOUNTS.map((style) => ours.signedAmountText(amountMinor, style));
    assert.deepEqual(texts(250_00), ['250', '250.0', '250.00']);
    assert.deepEqual(texts(250_50), ['250.5', '250.5', '250.50']);
    assert.deepEqual(texts(1_000_05), ['1000.05', '1000.05', '1000.05']);
    assert.deepEqual(texts(100_000_00), ['100000', '100000.0', '100000.00']);
  });

  it('are read to the centime, as a number and as a text', () => {
    const cases: [written: unknown, amountMinor: number | undefined][] = [
      [250, 25_000],
      [250.5, 25_050],
      [0.1, 10],
      ['250', 25_000],
      ['1,000.00 HTG', 100_000],
      ['1,234,567.89HTG', 123_456_789],
      [' 1000.5 htg ', 100_050],
      ['1.000,00 HTG', undefined],
      ['10,00 HTG', undefined],
      ['1,00.00', undefined],
      ['10.005', undefined],
      [10.005, undefined],
      ['10.00 USD', undefined],
      ['-10', undefined],
      ['', undefined],
      ['HTG', undefined],
      [null, undefined],
      [Number.NaN, undefined],
      [1e21, undefined],
      [{ amount: 1 }, undefined],
    ];
    for (const [written, amountMinor] of cases) assert.equal(readAmountMinor(written), amountMinor, String(written));
  });

  it('are the same after the simulator has returned them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_00 }), (amountMinor) => {
        const asNumber = JSON.parse(ours.signedAmountText(amountMinor, 'shortest'));
        assert.equal(readGourdes(asNumber), amountMinor);
        assert.equal(readAmountMinor(asNumber), amountMinor);
        assert.equal(readAmountMinor(gourdesInWords(amountMinor)), amountMinor);
      }),
    );
  });
});

/** Returns the text with one character changed. */
function changeCharacter(text: string, pick: number): string {
  const characters = [...text];
  const at = pick % characters.length;
  characters[at] = characters[at] === '7' ? '8' : '7';
  return characters.join('');
}
