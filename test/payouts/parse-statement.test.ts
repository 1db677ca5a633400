import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatAmount } from '../../src/core/money.ts';
import { parseDay } from '../../src/core/timestamps.ts';
import { parseStatement } from '../../src/features/payouts/parse-statement.ts';
import { MAX_STATEMENT_BYTES, MAX_STATEMENT_LINES } from '../../src/features/payouts/payout-rules.ts';
import { FORMAT_NAMES, type FormatName, STATEMENT_FORMATS } from '../../src/features/payouts/statement-formats.ts';
import { startOfHaitiDayUs } from '../../src/platform/clock/haiti-time.ts';
import { OperatorError } from '../../src/platform/operator-error.ts';

const DAY = parseDay('2026-11-27') ?? 0;
const GIVEN = { reference: 'MC-118', paidOn: DAY };
const HEAD = 'Date,Transaction ID,Type,Amount,Fee,Net';

const read = (
  text: string | Uint8Array,
  format: FormatName = 'moncash',
  given: Parameters<typeof parseStatement>[2] = GIVEN,
) => parseStatement(typeof text === 'string' ? Buffer.from(text) : text, STATEMENT_FORMATS[format], given);

/** The message of the refusal. */
function refusalOf(
  text: string | Uint8Array,
  format: FormatName = 'moncash',
  given: Parameters<typeof parseStatement>[2] = GIVEN,
): string {
  try {
    read(text, format, given);
  } catch (error) {
    assert.ok(error instanceof OperatorError);
    assert.deepEqual([error.code, error.field], ['invalid', 'file']);
    return error.message;
  }
  return assert.fail('it was read');
}

describe('a statement', () => {
  it('is read with its lines, sums and period', () => {
    const [payout, ...others] = read(
      `\uFEFF${HEAD}\r\n2026-11-25,2185608546,Payment,"1,500.00",37.50,1462.50\r\n\r\n2026-11-26 14:03:11,2185608999,REVERSAL,-200,0,-200\r\n2026-11-26,M1,Monthly fee,0,25,-25`,
    );
    assert.deepEqual(others, []);
    assert.ok(payout);
    const { digest, lines, ...rest } = payout;
    assert.match(digest, /^[0-9a-f]{64}$/);
    assert.deepEqual(rest, {
      ...{ reference: 'MC-118', currency: 'HTG', grossMinor: 130_000, feeMinor: 6_250, netMinor: 123_750 },
      ...{ paidAtUs: startOfHaitiDayUs(DAY), fromUs: startOfHaitiDayUs(DAY - 2), toUs: startOfHaitiDayUs(DAY) },
    });
    assert.deepEqual(
      lines.map(({ line, kind, reference, amountMinor, feeMinor }) => [line, kind, reference, amountMinor, feeMinor]),
      [
        [2, 'payment', '2185608546', 150_000, 3_750],
        [4, 'refund', '2185608999', -20_000, 0],
        [5, 'other', 'M1', 0, 2_500],
      ],
    );
  });

  it('has the digest of its content, however the file is written', () => {
    const one = read(`${HEAD}\n2026-11-25,1,Payment,10,1,9`)[0]?.digest;
    assert.equal(read(`${HEAD}\r\n"2026-11-25",1,payment,10.00,"1.00",9\r\n`)[0]?.digest, one);
    assert.notEqual(read(`${HEAD}\n2026-11-25,1,Payment,11,1,10`)[0]?.digest, one);
    assert.notEqual(
      read(`${HEAD}\n2026-11-25,1,Payment,10,1,9`, 'moncash', { ...GIVEN, paidOn: DAY + 1 })[0]?.digest,
      one,
    );
  });

  it('can have a decimal comma, another separator, day first, and positive refunds', () => {
    const [payout] = read(
      'Date;Trans ID;Service;Montant;Frais\n05/11/2026;77;Paiement;1 250,50;12,5\n6/11/2026;78;ANNULATION;100;0',
      'natcash',
    );
    assert.deepEqual(
      payout?.lines.map(({ kind, amountMinor, feeMinor, atUs }) => [kind, amountMinor, feeMinor, atUs]),
      [
        ['payment', 125_050, 1_250, startOfHaitiDayUs(parseDay('2026-11-05') ?? 0)],
        ['refund', -10_000, 0, startOfHaitiDayUs(parseDay('2026-11-06') ?? 0)],
      ],
    );
  });

  it('of Stripe can have several payouts, each with its day and currency', () => {
    const head =
      'automatic_payout_id,automatic_payout_effective_at,balance_transaction_id,created,reporting_category,gross,fee,net,currency,source_id,payment_intent_id';
    const payouts = read(
      `${head}\npo_1,2026-11-27 00:00:00,txn_1,2026-11-20 10:00:00,charge,10.00,0.59,9.41,usd,ch_1,pi_1\npo_2,2026-11-28 00:00:00,txn_2,2026-11-21 10:00:00,charge,100.00,3.00,97.00,htg,ch_2,pi_2\npo_1,2026-11-27 00:00:00,txn_3,2026-11-20 11:00:00,refund,-2.00,0,-2.00,usd,re_1,pi_1\npo_1,2026-11-27 00:00:00,txn_4,2026-11-20 11:00:00,dispute,-1.00,15,-16.00,usd,dp_1,pi_1`,
      'stripe',
      {},
    );
    assert.deepEqual(
      payouts.map(({ reference, currency, netMinor, paidAtUs }) => [reference, currency, netMinor, paidAtUs]),
      [
        ['po_1', 'USD', -859, startOfHaitiDayUs(DAY)],
        ['po_2', 'HTG', 9_700, startOfHaitiDayUs(DAY + 1)],
      ],
    );
    assert.deepEqual(
      payouts[0]?.lines.map(({ line, kind, reference }) => [line, kind, reference]),
      [
        [2, 'payment', 'pi_1'],
        [4, 'refund', 're_1'],
        [5, 'other', 'txn_4'],
      ],
    );
    const mixed = `${head}\npo_1,2026-11-27,txn_1,2026-11-20,charge,10,0,10,usd,ch_1,pi_1\npo_1,2026-11-27,txn_2,2026-11-20,charge,10,0,10,htg,ch_2,pi_2`;
    assert.equal(refusalOf(mixed, 'stripe', {}), 'Line 3: payout po_1 has several currencies or dates.');
  });

  it('is refused with the lines of its faults, whole', () => {
    const faulty = (line: string) => refusalOf(`${HEAD}\n2026-11-25,1,Payment,10,1,9\n${line}`);
    const one = (reason: string) => `1 line cannot be read: ${reason}. Nothing was imported.`;
    assert.equal(faulty('2026-11-31,2,Payment,10,1,9'), one('line 3: “2026-11-31” is not a valid date'));
    assert.equal(faulty('2026-11-25,2,Payment,ten,1,9'), one('line 3: “ten” is not a valid amount here'));
    assert.equal(faulty('2026-11-25,2,Payment,10.001,1,9'), one('line 3: “10.001” is not a valid amount here'));
    assert.equal(faulty('2026-11-25,2,Payment,1e3,1,9'), one('line 3: “1e3” is not a valid amount here'));
    assert.equal(faulty('2026-11-25,2,Payment,"10,00",1,9'), one('line 3: “10,00” is not a valid amount here'));
    assert.equal(faulty('2026-11-25,2,Payment,-10,1,9'), one('line 3: “-10” is not a valid amount here'));
    assert.equal(faulty('2026-11-25,2,Payment,0,1,9'), one('line 3: “0” is not a valid amount here'));
    assert.equal(faulty('2026-11-25,2,Reversal,10,1,9'), one('line 3: “10” is not a valid amount here'));
    assert.equal(
      faulty('2026-11-25,2,Payment,9999999999999999,1,9'),
      one('line 3: “9999999999999999” is not a valid amount here'),
    );
    assert.equal(faulty('2026-11-25,2,Payment,10,,9'), one('line 3: “” is not a valid amount here'));
    assert.equal(
      faulty('2026-11-25,2,Payment,10,1,8'),
      one('line 3: the net amount “8” is not the amount without the fee'),
    );
    assert.equal(faulty('2026-11-25,,Payment,10,1,9'), one('line 3 has no valid reference'));
    assert.equal(faulty('2026-11-25,2,Payment,10,1'), one('line 3 has 5 fields instead of 6'));
    assert.equal(faulty(`2026-11-25,${'9'.repeat(101)},Payment,10,1,9`), one('line 3 has no valid reference'));
    assert.match(
      faulty(Array.from({ length: 9 }, () => '2026-11-25,2,Payment,x,1,9').join('\n')),
      /^9 lines cannot be read: (?:[^;]*; ){4}[^;]*\. Nothing/,
    );
    assert.equal(
      faulty(`"a\nb",2,Payment,10,1,9\n2026-11-25,2,Payment,x,1,9`).includes('line 5: “x”'),
      true,
      'a cell with a line end',
    );
    assert.equal(
      refusalOf('date,kind,reference,amount,fee,currency\n2026-11-25,payment,1,10,0,EUR', 'peye'),
      one('line 2: “EUR” is not HTG or USD'),
    );
  });

  it('is refused when it is no such file', () => {
    assert.equal(refusalOf(''), 'The file has no lines below the names of its columns.');
    assert.equal(refusalOf(HEAD), 'The file has no lines below the names of its columns.');
    assert.equal(
      refusalOf(`${HEAD.replace('Fee', 'Fees').replace('Net', 'Rest')}\n1,2,3,4,5,6`),
      'The file has no column fee, net. Check the format.',
    );
    assert.equal(refusalOf(`${HEAD},Fee\n1,2,3,4,5,6,7`), 'The file has column fee twice.');
    assert.equal(
      refusalOf(Buffer.from(`${HEAD}\n2026-11-25,caf\xe9,Payment,10,1,9`, 'latin1')),
      'The file is not UTF-8. Save it as “CSV UTF-8”.',
    );
    assert.match(refusalOf(`${HEAD}\n2026-11-25,"2,Payment,10,1,9`), /^Line 2 has a quotation mark/);
    assert.equal(refusalOf(Buffer.alloc(MAX_STATEMENT_BYTES + 1, 'a')), 'The file is too large (maximum 4 MB).');
    const many = `${HEAD}\n${'2026-11-25,1,Payment,1,0,1\n'.repeat(MAX_STATEMENT_LINES + 1)}`;
    const padded = `${HEAD}\n${'\n'.repeat(2 * MAX_STATEMENT_LINES)}2026-11-25,1,Payment,10,1,9`;
    assert.equal(refusalOf(padded), 'The file has more than 20000 lines. Split it.', 'nothing is cut silently');
    assert.match(refusalOf(`${HEAD}\n\n\n2026-11-25,1,"Pay"ment,10,1,9`), /^Line 4 /);
    assert.equal(refusalOf(many), 'The file has more than 20000 lines. Split it.');
  });

  it('is refused if its amounts add up to more than can be stored', () => {
    const line = '2026-11-25,1,Payment,9999999999999.99,0,9999999999999.99';
    assert.equal(
      refusalOf([HEAD, ...Array.from({ length: 10 }, () => line)].join('\n')),
      'The amounts of payout MC-118 add up to more than Peye can store. Check the amounts.',
    );
  });

  it('is never read partly, whatever it contains', () => {
    const cell = fc.oneof(fc.constantFrom('2026-11-25', 'Payment', '10', '9', '1', '', '"', ',', '\n'), fc.string());
    fc.assert(
      fc.property(
        fc.constantFrom(...FORMAT_NAMES),
        fc.array(fc.array(cell, { maxLength: 8 }), { maxLength: 6 }),
        fc.boolean(),
        (format, rows, hasHead) => {
          const text = rows.map((row) => row.join(STATEMENT_FORMATS[format].separator)).join('\n');
          try {
            for (const { lines } of read(hasHead ? `${HEAD}\n${text}` : text, format)) assert.ok(lines.length > 0);
          } catch (error) {
            assert.ok(error instanceof OperatorError, String(error));
          }
        },
      ),
    );
  });

  it('has the amounts that were written, in every format', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 10 ** 12 }), fc.integer({ min: 0, max: 10 ** 9 })), {
          minLength: 1,
          maxLength: 20,
        }),
        (written) => {
          const file = written.map(
            ([amount, fee], nth) =>
              `2026-11-25,${nth},Payment,${formatAmount(amount)},${formatAmount(fee)},${formatAmount(amount - fee)}`,
          );
          const comma = written.map(
            ([amount, fee], nth) =>
              `25/11/2026;${nth};paiement;${formatAmount(amount).replace('.', ',')};${formatAmount(fee).replace('.', ',')}`,
          );
          for (const [format, text] of [
            ['moncash', [HEAD, ...file]],
            ['natcash', ['date;trans id;service;montant;frais', ...comma]],
          ] as const) {
            const [payout] = read(text.join('\n'), format);
            assert.deepEqual(
              payout?.lines.map(({ amountMinor, feeMinor }) => [amountMinor, feeMinor]),
              written,
            );
          }
        },
      ),
    );
  });
});
