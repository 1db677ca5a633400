import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DECLINE_WINDOW_DAYS, MAX_DECLINES } from '../../../src/core/decline.ts';
import { readDecline } from '../../../src/providers/lakaypay_card/provider-response.ts';

type Codes = readonly [responseCode: string | undefined, advice: string | undefined, reason: string | undefined];

/** Codes that allow no other charge, written by hand from the networks' rules. Contract: RECURRING-13. */
const STOP: readonly Codes[] = [
  ...['04', '07', '12', '14', '15', '41', '43', '46', '57', 'R0', 'R1', 'R3'].map(
    (code) => [code, undefined, 'PROCESSOR_DECLINED'] as const,
  ),
  ['05', '03', 'PROCESSOR_DECLINED'],
  ['51', '21', 'INSUFFICIENT_FUND'],
  [undefined, '03', undefined],
  [undefined, undefined, 'STOLEN_LOST_CARD'],
  [undefined, undefined, '205'],
  // Of several codes, the strictest one counts. Regression: advice to retry later outweighed a lost card.
  ['41', '02', 'PROCESSOR_DECLINED'],
  ['R3', '01', 'PROCESSOR_DECLINED'],
  ['54', '03', 'EXPIRED_CARD'],
  ['41', undefined, 'EXPIRED_CARD'],
  [undefined, '02', 'STOLEN_LOST_CARD'],
  ['54', '01', '205'],
];
const NEW_CARD: readonly Codes[] = [
  ['54', undefined, 'EXPIRED_CARD'],
  ['05', '01', 'PROCESSOR_DECLINED'],
  [undefined, undefined, 'EXPIRED_CARD'],
  [undefined, undefined, 'INVALID_ACCOUNT'],
  [undefined, undefined, '202'],
  [undefined, undefined, '231'],
  ['54', '02', 'EXPIRED_CARD'],
  [undefined, '02', '202'],
  ['51', undefined, 'INVALID_ACCOUNT'],
];
const RETRY: readonly Codes[] = [
  ['05', '02', 'PROCESSOR_DECLINED'],
  ...['01', '05', '13', '51', '61', '62', '65', '91', '96', 'R2', '4', 'r1'].map(
    (code) => [code, undefined, 'PROCESSOR_DECLINED'] as const,
  ),
  ['51', '99', 'INSUFFICIENT_FUND'],
  [undefined, undefined, 'PROCESSOR_DECLINED'],
  [undefined, undefined, '203'],
  [undefined, undefined, undefined],
];

describe('the class of a declined charge', () => {
  for (const [what, rows] of Object.entries({ stop: STOP, new_card: NEW_CARD, retry: RETRY })) {
    for (const [responseCode, code, reason] of rows) {
      it(`with the bank's code ${responseCode}, advice ${code} and reason ${reason} is ${what}`, () => {
        const bodies = [
          { processorInformation: { responseCode, merchantAdvice: { code } } },
          // Some processors pass the network's own text on.
          { processorInformation: { responseCode, merchantAdvice: { codeRaw: code } } },
        ];
        for (const body of bodies) assert.equal(readDecline(body, reason).class, what);
      });
    }
  }

  it('is the stricter one when the advice and the network’s own text for it differ', () => {
    const of = (code: string, codeRaw: string) =>
      readDecline({ processorInformation: { merchantAdvice: { code, codeRaw } } }, undefined).class;
    assert.deepEqual(
      [of('02', '21'), of('03', '02'), of('02', '01'), of('02', '40')],
      ['stop', 'stop', 'new_card', 'retry'],
    );
  });

  it('that allows another attempt is limited as the networks limit it', () => {
    assert.deepEqual([MAX_DECLINES, DECLINE_WINDOW_DAYS], [15, 30]);
  });
});
