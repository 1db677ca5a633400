import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkBooks } from './check/check-books.ts';
import type { Answer, Books, Mode, ShownPayment } from './check/history.ts';
import { missingPrograms } from './programs.ts';
import { errorWindow } from './report/error-window.ts';
import { brokenLimits, reportTable } from './report/report.ts';

// Tests the checker of `npm run cluster` without a cluster: with a history in which nothing is wrong, and with one change for each error
// that it must find.

describe('the checker of the cluster', () => {
  it('finds nothing in a sound history', () => {
    assert.deepEqual(checkBooks(history()), []);
  });

  const wrong: Record<string, [(books: Changeable) => void, string[]]> = {
    'an acknowledged payment that is in no list': [
      (books) => {
        books.listed.test = books.listed.test.filter(({ id }) => id !== '3');
        books.totals.test--;
      },
      ['lost order-3 payment 3 was acknowledged'],
    ],
    'a payment that a later read does not find': [
      (books) => books.answers.push(answer({ kind: 'read', id: '3', startedMs: 5_000, status: 404, payment: null })),
      ['lost 3 a read 4890 ms after it was acknowledged does not find it'],
    ],
    'two payments of one order': [
      (books) => {
        books.listed.test.push({ ...open('3'), id: '33' });
        books.totals.test++;
      },
      ['doubled order-3 payments 3,33 of one order'],
    ],
    'a payment whose creation was refused': [
      (books) => {
        books.orders.push({ reference: 'order-9', mode: 'test', amount: '100.00' });
        books.answers.push(answer({ kind: 'create', reference: 'order-9', status: 503, payment: null }));
        books.listed.test.push(open('9'));
        books.totals.test++;
      },
      ['contradicting order-9 payment 9 exists, and was refused'],
    ],
    'another amount than was requested': [
      (books) => replace(books, 'test', '3', { amount: '101.00' }),
      [
        'contradicting order-3 3 is of 101.00 HTG, requested was 100.00',
        'contradicting 3 order-3 100.00 HTG, then order-3 101.00 HTG',
      ],
    ],
    'a final payment whose status changes later': [
      (books) => books.answers.push(answer({ kind: 'read', id: '1', startedMs: 9_000, payment: open('1') })),
      ['contradicting 1 completed, then processing'],
    ],
    'a list that counts wrongly': [
      (books) => void books.totals.live++,
      ['contradicting  the list of live payments says 2 and has 1'],
    ],
    'an event that is not in the feed': [(books) => void books.feed.pop(), ['lost 1 the feed has no event of it']],
    'an event that the follower missed': [
      (books) => void books.followed.pop(),
      ['lost 1 the followed feed has no event of it'],
    ],
    'an event that is in the feed twice': [
      (books) => books.feed.push({ id: 'evt_1', paymentId: '1', status: 'completed' }),
      ['doubled 1 the feed has its event twice'],
    ],
    'an event that was never delivered': [
      (books) => void books.received.pop(),
      ['lost 2 its event never reached the receiver'],
    ],
    'an event that was delivered with different bytes': [
      (books) => books.received.push({ ...books.received[0]!, body: '{"other":1}' }),
      ['contradicting 1 its event came with different bytes'],
    ],
    'a webhook with another outcome': [
      (books) => (books.received = books.received.map((event) => ({ ...event, event: 'payment.failed' }))),
      [
        'contradicting 1 completed, and the receiver had payment.failed',
        'contradicting 2 completed, and the receiver had payment.failed',
      ],
    ],
    'a payment that was requested twice from the provider': [
      (books) => books.charges.push({ reference: '2', amountMinor: 10_000, status: 'open' }),
      [
        'doubled 2 the provider got two requests to create it',
        'contradicting 2 completed, and the provider was not paid',
      ],
    ],
    'a payment that is paid only in the provider’s records': [
      (books) => replace(books, 'live', '2', { status: 'processing' }),
      [
        'contradicting 2 completed, then processing',
        'contradicting 2 processing, and the receiver had payment.success',
        'lost 2 paid at the provider, and processing here',
      ],
    ],
    'a charge of no payment': [
      (books) => books.charges.push({ reference: '77', amountMinor: 100, status: 'open' }),
      ['lost 77 the provider has it, and the gateway does not know it'],
    ],
  };
  for (const [name, [change, expected]] of Object.entries(wrong)) {
    it(`finds ${name}`, () => {
      const books = history();
      change(books);
      const found = checkBooks(books as Books).map(({ kind, about, words }) => `${kind} ${about ?? ''} ${words}`);
      assert.deepEqual(found, expected);
    });
  }
});

describe('the report of the cluster', () => {
  const answers = [
    answer({ kind: 'create', startedMs: 900, endedMs: 950 }),
    answer({ kind: 'create', startedMs: 1_000, endedMs: 2_000, status: null, payment: null }),
    answer({ kind: 'read', startedMs: 1_100, endedMs: 1_200, status: 503, payment: null }),
    answer({ kind: 'create', startedMs: 3_000, endedMs: 33_000, status: 500, payment: null }),
    answer({ kind: 'create', startedMs: 32_000, endedMs: 36_500 }),
  ];
  const fault = { name: 'a fault', limits: { writesMs: 30_000 }, madeMs: 1_000, overMs: 40_000, failures: [] };

  it('says when errors started and ended, counted from the fault', () => {
    const { asked, errors, refused, firstErrorMs, lastErrorMs, slowestMs } = errorWindow(answers, 1_000, 50_000, true);
    assert.deepEqual([asked, errors, refused, firstErrorMs, lastErrorMs, slowestMs], [3, 2, 0, 1_000, 32_000, 4_500]);
    assert.deepEqual(errorWindow(answers, 1_000, 50_000, false).refused, 1);
  });

  it('names the faults whose errors lasted longer than allowed', () => {
    assert.deepEqual(brokenLimits([fault], answers), [
      'a fault: writes failed until 32.0 s after it, allowed are 30.0',
    ]);
  });

  it('counts each finding in the row of its fault', () => {
    const finding = { kind: 'lost', about: 'order-1', words: '', atMs: 2_000 } as const;
    const rows = reportTable([fault], answers, [finding, { ...finding, kind: 'doubled', atMs: null }]).split('\n');
    assert.match(rows[2]!, /^\| a fault .* 1 +\| 0 +\| 0 +\|$/);
    assert.match(rows[3]!, /^\| before, and none .* 0 +\| 1 +\| 0 +\|$/);
  });
});

describe('npm run cluster', () => {
  it('says which programs are missing, and the package that has each', () => {
    const missing = missingPrograms(['/nowhere']);
    for (const words of [
      'patroni is not installed: apt-get install patroni',
      'haproxy is not installed: apt-get install haproxy',
    ])
      assert.ok(missing.includes(words), missing.join());
  });

  const run = (...args: string[]) =>
    spawnSync(process.execPath, [fileURLToPath(new URL('run-cluster.ts', import.meta.url)), ...args], {
      encoding: 'utf8',
      timeout: 60_000,
    });

  it('--help says how it is used, and starts nothing', () => {
    const { status, stdout, stderr } = run('--help');
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
    assert.ok(stdout.startsWith('npm run cluster '), stdout);
  });

  it('refuses a fault that it does not know, and names those that it does', () => {
    const { status, stderr } = run('--faults', 'leader-killed,flood');
    assert.equal(status, 2);
    assert.match(stderr, /^there is no fault flood: it is one of leader-killed, /);
  });
});

type Changeable = { -readonly [K in keyof Books]: Books[K] extends readonly (infer T)[] ? T[] : Books[K] } & {
  listed: Record<Mode, ShownPayment[]>;
  totals: Record<Mode, number>;
};

/** Three orders: a test payment that was completed, a live one that was paid, and a test payment that is open. */
function history(): Changeable {
  const completed = (id: string): ShownPayment => ({ ...open(id), status: 'completed' });
  const events = [{ id: 'evt_1_success', paymentId: '1', status: 'completed' }];
  const received = ['1', '2'].map((paymentId) => ({
    event: 'payment.success',
    paymentId,
    body: `{"id":${paymentId}}`,
    atMs: 0,
  }));
  return {
    orders: (['test', 'live', 'test'] as const).map((mode, index) => ({
      reference: `order-${index + 1}`,
      mode,
      amount: '100.00',
    })),
    answers: [
      answer({ kind: 'create', reference: 'order-1', status: 503, payment: null }),
      ...['1', '2', '3'].map((id) =>
        answer({ kind: 'create', reference: `order-${id}`, mode: id === '2' ? 'live' : 'test', payment: open(id) }),
      ),
      answer({ kind: 'finish', id: '1', startedMs: 200, payment: completed('1') }),
      answer({ kind: 'verify', id: '2', mode: 'live', startedMs: 200, payment: completed('2') }),
      answer({ kind: 'read', id: '3', startedMs: 300, status: 503, payment: null }),
    ],
    listed: { test: [completed('1'), open('3')], live: [completed('2')] },
    totals: { test: 2, live: 1 },
    followed: [...events],
    feed: [...events],
    received,
    charges: [{ reference: '2', amountMinor: 10_000, status: 'paid' }],
  };
}

function open(id: string): ShownPayment {
  return { id, reference: `order-${id}`, amount: '100.00', currency: 'HTG', status: 'processing' };
}

function answer(changes: Partial<Answer> & Pick<Answer, 'kind'>): Answer {
  const startedMs = changes.startedMs ?? 100;
  const { payment = open('1') } = changes;
  return {
    mode: 'test',
    id: null,
    startedMs,
    endedMs: startedMs + 10,
    status: 200,
    error: null,
    payment,
    reference: payment?.reference ?? null,
    ...changes,
  };
}

function replace(books: Changeable, mode: Mode, id: string, changes: Partial<ShownPayment>): void {
  books.listed[mode] = books.listed[mode].map((payment) => (payment.id === id ? { ...payment, ...changes } : payment));
}
