import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AccountSheet, Statement } from '../../src/features/statements/statement.ts';
import { statementPdf } from '../../src/features/statements/statement-pdf.ts';
import { LANGUAGES } from '../../src/platform/messages/language.ts';
import { STATEMENT_TEXTS } from '../../src/platform/messages/statements/statements-messages.ts';
import { pdfPages, pdfText } from './pdf-text.ts';

const CREATED_AT_US = Date.UTC(2026, 11, 1, 12) * 1000;
const website = { id: 'web_4b1f0c9a7d2e8361', name: 'Kafe Mòn' };

function sheet(account: string, openingMinor: number, moves: AccountSheet['moves'] = []): AccountSheet {
  return {
    account,
    openingMinor,
    moves,
    closingMinor: moves.reduce((sum, { amountMinor }) => sum + amountMinor, openingMinor),
  };
}

function statement(changes: Partial<Statement> = {}): Statement {
  const moves = [
    { kind: 'payment_completed', entries: 1_042, amountMinor: 123_456_789 },
    { kind: 'gift_card', entries: 1, amountMinor: -7_700 },
  ];
  const accounts = [sheet('due:moncash', 1_250_050, moves), sheet('bank:Sogebank', 0), sheet('sales', -1_250_050)];
  const sheets = [{ currency: 'HTG', due: sheet('due', 1_250_050, moves), accounts }] as const;
  const base = { websiteId: website.id, mode: 'live', month: '2026-11', state: 'issued' } as const;
  return { ...base, issuedAtUs: CREATED_AT_US, changes: [], sheets, ...changes };
}

const textOf = async (given: Statement, name = website.name, language: (typeof LANGUAGES)[number] = 'en') => {
  const options = { website: { ...website, name }, language, createdAtUs: CREATED_AT_US };
  return pdfText(await statementPdf(given, options));
};

describe('the PDF of a statement', () => {
  it('has the figures, names and dates of the statement, in each language', async () => {
    const figures = {
      en: ['12,500.50', '1,234,567.89', '-77.00', '1,246,991.39', 'Statement, November 2026', '30 November 2026'],
      fr: ['12 500,50', '1 234 567,89', '-77,00', '1 246 991,39', 'Relevé, novembre 2026', '30 novembre 2026'],
      ht: ['12,500.50', '1,234,567.89', '-77.00', '1,246,991.39', 'Relve, novanm 2026', '30 novanm 2026'],
    };
    for (const language of LANGUAGES) {
      const text = (await textOf(statement(), website.name, language)).replaceAll('\u00a0', ' ');
      const { kinds, closing } = STATEMENT_TEXTS[language];
      const names = ['Kafe Mòn', website.id, '1042', kinds.payment_completed, closing, 'gift_card', 'Sogebank'];
      for (const wanted of [...figures[language], ...names])
        assert.ok(text.includes(wanted), `${language}: ${wanted} in ${text}`);
    }
  });

  it('says how final it is, and what has changed since it was issued', async () => {
    const late = {
      kind: 'payout',
      account: 'due:natcash',
      currency: 'HTG',
      entries: 1,
      amountMinor: -123_400,
    } as const;
    const text = await textOf(statement({ state: 'changed', changes: [late] }));
    assert.match(text, /Issued on 1 December 2026/);
    assert.match(text, /With NatCash, Payouts \(-1,234\s?HTG\)/);
    assert.match(await textOf(statement({ state: 'running', issuedAtUs: null, sheets: [] })), /The month is not over/);
  });

  it('has names in other letters, from right to left, without controls, and of any length', async () => {
    assert.match(await textOf(statement(), 'Кофейня Žižkov'), /Кофейня Žižkov/);
    const arabic = await textOf(statement(), 'مقهى الجبل');
    assert.ok(arabic.includes('12,500.50'));
    for (const name of [
      'שלום',
      '漢字 ☕ 😀',
      '\u202egnp.exe\u0000\n',
      '',
      'A'.repeat(255),
      'é '.repeat(5_000),
      '=1+1',
    ]) {
      const text = await textOf(statement(), name);
      assert.ok(text.includes('1,246,991.39'), name);
      assert.ok(!text.includes('\u202e'));
    }
    const bank = sheet(`bank:${'Банк'.repeat(500)}`, 0);
    const [first] = statement().sheets;
    const text = await textOf(statement({ sheets: [{ ...first!, accounts: [bank, ...first!.accounts] }] }));
    assert.ok(text.includes('1,246,991.39'));
  });

  it('continues on the next page, and says on each which one it is', async () => {
    const [first] = statement().sheets;
    const accounts = Array.from({ length: 120 }, (_, at) => sheet(`bank:Bank ${at}`, at));
    const options = { website, language: 'en', createdAtUs: CREATED_AT_US } as const;
    const pdf = await statementPdf(statement({ sheets: [{ ...first!, accounts }] }), options);
    const pages = pdfPages(pdf);
    assert.ok(pages > 2 && pages < 6, `${pages} pages`);
    const text = pdfText(pdf);
    for (let page = 1; page <= pages; page++) assert.ok(text.includes(`Page ${page} of ${pages}`), text.slice(-500));
    for (const { account } of accounts) assert.ok(text.includes(account.replace('bank:', 'Bank: ')), account);
    assert.equal(pdfPages(await statementPdf(statement(), options)), 1);
  });
});
