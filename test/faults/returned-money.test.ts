import assert from 'node:assert/strict';
import { it } from 'node:test';
import { insertLateCheck } from '../../src/features/payments/store/late-checks.ts';
import { paymentPageUrl } from '../../src/providers/payment-page.ts';
import { openStage, type Stage } from '../cli/reconcile-stage.ts';
import type { Engine } from '../support/engines.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { verbsOf } from '../support/verbs.ts';

type Method = 'card' | 'lakaypay_card';

/** Runs a test on its own stage. */
async function withStage(
  engine: Engine,
  act: (stage: Stage) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const stage = await openStage(engine, undefined, settings);
  try {
    await act(stage);
  } finally {
    await stage.stop();
  }
}

/** The merchant gives money back in the provider's portal: all of it, or a part. Returns the provider's number of the return. */
function refund(stage: Stage, method: Method, id: string, amountMinor?: number): string {
  if (method === 'lakaypay_card') {
    return stage.acceptance.giveBack(id, { kind: 'refund', ...(amountMinor !== undefined && { amountMinor }) }).id;
  }
  stage.stripe.refund(id, amountMinor);
  return intentOf(stage, id).refunds.at(-1)?.id ?? '';
}

/** Makes a refund fail at Stripe, or voids it at CyberSource: the merchant has the money again. */
function unrefund(stage: Stage, method: Method, { id, ref }: { id: string; ref: string }): void {
  if (method === 'card') intentOf(stage, id).refunds.length = 0;
  else stage.acceptance.giveBack(id, { kind: 'void', chargeId: ref });
}

function intentOf({ stripe }: Stage, id: string) {
  const intent = stripe.intents().findLast(({ metadata }) => metadata.transaction_id === id);
  if (!intent) throw new Error(`Stripe has no PaymentIntent of ${id}`);
  return intent;
}

/** The numbers of a payment's charges at CyberSource, oldest first. */
function chargesOf({ acceptance }: Stage, id: string): string[] {
  const own = acceptance.book().filter(({ reference, status }) => reference === id && status === 'paid');
  return own.map(({ providerRef }) => String(providerRef));
}

async function paid(stage: Stage, method: Method): Promise<string> {
  const id = await stage.create(method);
  await stage.pay(id, method);
  return id;
}

/** Makes a payment fail before the gateway knows of its money. */
async function expire({ gateway }: Stage, id: string): Promise<void> {
  await gateway.store.db.transaction((tx) =>
    tx.query(
      `UPDATE payments SET status = 'failed', failure_reason = 'expired', finished_at_us = created_at_us, next_check_at_us = NULL
        WHERE id = $1`,
      [Number(id)],
    ),
  );
}

async function completed(stage: Stage, method: Method): Promise<string> {
  const id = await paid(stage, method);
  assert.equal(await stage.verify(id), 'completed');
  return id;
}

async function read({ api }: Stage, id: string): Promise<{ status: string; failure_reason: string | null }> {
  return (await api.get(`/payments/${id}`)).json.data;
}

/** Kind, number at the provider, amount and provider status of every discrepancy, oldest first. */
async function cases(stage: Stage): Promise<unknown[][]> {
  const found = await stage.discrepancies();
  return found
    .map(({ kind, provider_ref, reported, word }) => [
      kind,
      provider_ref,
      (reported as { amount: string } | null)?.amount,
      word,
    ])
    .reverse();
}

const ALL_RETURNED = 'all of it was returned in the provider portal';

/** Kind, amount and note of every discrepancy, oldest first; open ones have no note. */
async function resolved(stage: Stage): Promise<unknown[][]> {
  const found = await stage.discrepancies();
  return found
    .map(({ kind, reported, note }) => [kind, (reported as { amount: string } | null)?.amount, note])
    .reverse();
}

/** The kind and amount that all discrepancies have when each reports a refund of one gourde. */
const ONE_EACH = new Set(['returned_after_completion 1.00']);

onOneEngineByDay('money that was returned in the provider’s portal', (engine) => {
  for (const method of ['card', 'lakaypay_card'] as const) {
    // Contract: LIVE-10
    it(`${method}, all of it, before the payment completed: it fails as cancelled`, async () => {
      // Regression: the payment completed, and the shop delivered.
      await withStage(engine, async (stage) => {
        const id = await paid(stage, method);
        const ref = refund(stage, method, id);
        assert.equal(await stage.verify(id), 'failed');
        assert.equal((await read(stage, id)).failure_reason, 'cancelled');
        assert.deepEqual(await cases(stage), [['returned_before_completion', ref, '500.00', 'refunded']]);
        if (method === 'lakaypay_card') {
          const { url, store } = stage.gateway;
          const page = await (await fetch(paymentPageUrl(url, store.box, Number(id)))).text();
          assert.match(
            page,
            / data-taken="perhaps"/,
            'the page does not say to a customer who was charged that nothing was paid',
          );
        }
        // A later query finds nothing new.
        assert.equal(await stage.verify(id), 'failed');
        assert.equal((await cases(stage)).length, 1);
      });
    });

    // Contract: LIVE-10
    it(`${method}, a part, before the payment completed: a different amount arrived than requested`, async () => {
      await withStage(engine, async (stage) => {
        const id = await paid(stage, method);
        refund(stage, method, id, 20_000);
        assert.equal(await stage.verify(id), 'failed');
        assert.equal((await read(stage, id)).failure_reason, 'amount_mismatch');
        assert.deepEqual(
          (await cases(stage)).map(([kind, , amount]) => [kind, amount]),
          [['amount_mismatch', '300.00']],
        );
      });
    });

    // Contract: LIVE-10
    it(`${method}, after the payment completed: it stays completed, and reconcile reports each return once`, async () => {
      await withStage(engine, async (stage) => {
        const id = await completed(stage, method);
        assert.equal((await stage.reconcile()).code, 0);
        const first = refund(stage, method, id, 20_000);
        const run = await stage.reconcile(['--json']);
        assert.equal(run.code, 1);
        const [line] = JSON.parse(run.stdout).lines;
        assert.deepEqual([line.result, line.theirs.status, line.theirs.amount], ['mismatched', 'paid', '300.00']);
        const second = refund(stage, method, id, 30_000);
        const whole = JSON.parse((await stage.reconcile(['--json'])).stdout).lines[0];
        assert.deepEqual([whole.result, whole.theirs.status, whole.theirs.amount], ['mismatched', 'returned', null]);
        assert.equal((await read(stage, id)).status, 'completed');
        assert.deepEqual(await cases(stage), [
          ['returned_after_completion', first, '200.00', 'refunded'],
          ['returned_after_completion', second, '300.00', 'refunded'],
        ]);
      });
    });

    it(`${method}, of a payment that had failed: nothing is open, because the customer has it back`, async () => {
      await withStage(engine, async (stage) => {
        const id = await stage.create(method);
        await stage.pay(id, method);
        await expire(stage, id);
        refund(stage, method, id);
        assert.equal(await stage.verify(id), 'failed');
        assert.deepEqual(await cases(stage), []);
      });
    });

    it(`${method}, before a late check: all of it is no discrepancy, and after a part the discrepancy has the rest`, async () => {
      await withStage(engine, async (stage) => {
        const { db, clock } = stage.gateway.store;
        const verbs = await verbsOf(stage.gateway);
        const [all, part] = [await stage.create(method), await stage.create(method)];
        for (const id of [all, part]) {
          await stage.pay(id, method);
          await expire(stage, id);
          await db.transaction((tx) => insertLateCheck(tx, { id: Number(id), method }, clock() - 1));
        }
        refund(stage, method, all);
        refund(stage, method, part, 40_000);
        await verbs.payments.checkLate(method).finally(() => verbs.close());
        const found = (await stage.discrepancies()).map(({ kind, transaction_id: id, reported }) => [
          kind,
          id,
          reported,
        ]);
        assert.deepEqual(found, [['paid_after_failure', part, { amount: '100.00', currency: 'HTG' }]]);
      });
    });
  }

  for (const method of ['card', 'lakaypay_card'] as const) {
    // Contract: LIVE-10
    it(`${method}, of a charge in the list that belongs to no payment here: only what is left is reported`, async () => {
      // Regression: the charge was reported with its full amount, as if it could be returned a second time.
      await withStage(engine, async (stage) => {
        const neighbour = await openStage(engine, stage);
        try {
          const [whole, part] = [await paid(neighbour, method), await paid(neighbour, method)];
          refund(stage, method, whole);
          refund(stage, method, part, 20_000);
          const run = await stage.reconcile(['--json']);
          const { lines } = JSON.parse(run.stdout);
          assert.deepEqual(
            lines.map(({ result, theirs }: { result: string; theirs: { amount: string } }) => [result, theirs.amount]),
            [['missing_here', '300.00']],
          );
          assert.deepEqual(
            (await stage.discrepancies()).map(({ kind, transaction_id, reported }) => [kind, transaction_id, reported]),
            [['unknown_payment', part, { amount: '300.00', currency: 'HTG' }]],
          );
          // The rest is returned too, which adds no second discrepancy.
          refund(stage, method, part, 10_000);
          await stage.reconcile();
          assert.deepEqual(
            (await cases(stage)).map(([kind, , amount]) => [kind, amount]),
            [['unknown_payment', '200.00']],
          );
          refund(stage, method, part, 20_000);
          assert.equal((await stage.reconcile()).code, 0);
          assert.deepEqual(await resolved(stage), [['unknown_payment', '200.00', ALL_RETURNED]]);
        } finally {
          await neighbour.stop();
        }
      });
    });

    // Contract: STATE-9, OPERATOR-12
    it(`${method}, all of the money that came after the failure: its discrepancy is resolved, and open again if it is paid again`, async () => {
      // Regression: the discrepancy stayed open, and a second refund seemed due.
      await withStage(engine, async (stage) => {
        const { db } = stage.gateway.store;
        const ids = [await paid(stage, method), await paid(stage, method)];
        for (const id of ids) {
          await expire(stage, id);
          assert.equal(await stage.verify(id), 'failed');
        }
        const [verified = '', compared = ''] = ids;
        assert.deepEqual(await resolved(stage), Array(2).fill(['paid_after_failure', '500.00', null]));
        const ref = refund(stage, method, verified);
        refund(stage, method, compared, 20_000);
        refund(stage, method, compared, 30_000);
        assert.equal(await stage.verify(verified), 'failed');
        assert.deepEqual(await resolved(stage), [
          ['paid_after_failure', '500.00', ALL_RETURNED],
          ['paid_after_failure', '500.00', null],
        ]);
        assert.equal((await stage.reconcile()).code, 0);
        assert.deepEqual(await resolved(stage), Array(2).fill(['paid_after_failure', '500.00', ALL_RETURNED]));
        const audit = await db.query(
          "SELECT actor_kind, website_id, after_json FROM audit_log WHERE action = 'discrepancy.settle' ORDER BY position",
        );
        assert.deepEqual(
          audit.map(({ actor_kind, website_id, after_json }) => [
            actor_kind,
            website_id,
            JSON.parse(String(after_json)),
          ]),
          ids.map((id) => {
            const after = {
              kind: 'paid_after_failure',
              transaction_id: id,
              reported: '500.00 HTG',
              note: ALL_RETURNED,
            };
            return ['system', stage.gateway.website.id, after];
          }),
        );
        unrefund(stage, method, { id: verified, ref });
        assert.equal(await stage.verify(verified), 'failed');
        assert.deepEqual(await resolved(stage), [
          ['paid_after_failure', '500.00', null],
          ['paid_after_failure', '500.00', ALL_RETURNED],
        ]);
        // The money is returned a second time, and this refund fails too.
        const again = refund(stage, method, verified);
        assert.equal(await stage.verify(verified), 'failed');
        assert.deepEqual(await resolved(stage), Array(2).fill(['paid_after_failure', '500.00', ALL_RETURNED]));
        unrefund(stage, method, { id: verified, ref: again });
        assert.equal(await stage.verify(verified), 'failed');
        assert.deepEqual(await resolved(stage), [
          ['paid_after_failure', '500.00', null],
          ['paid_after_failure', '500.00', ALL_RETURNED],
        ]);
      });
    });

    // Contract: OPERATOR-12
    it(`${method}, a partial refund of late money that failed before all was returned: every discrepancy is resolved`, async () => {
      // Regression: two discrepancies of one charge could not be resolved at once, and every verification failed.
      await withStage(engine, async (stage) => {
        const id = await paid(stage, method);
        await expire(stage, id);
        const ref = refund(stage, method, id, 20_000);
        assert.equal(await stage.verify(id), 'failed');
        assert.deepEqual(await resolved(stage), [['paid_after_failure', '300.00', null]]);
        unrefund(stage, method, { id, ref });
        assert.equal(await stage.verify(id), 'failed');
        refund(stage, method, id);
        assert.equal(await stage.verify(id), 'failed');
        assert.deepEqual(
          (await resolved(stage)).filter(([, , note]) => note !== ALL_RETURNED),
          [],
        );
      });
    });

    it(`${method}, a part of the money that came after the failure: an open discrepancy has the rest, a resolved one stays`, async () => {
      // Regression: the operator was shown the whole amount, and could return too much.
      await withStage(engine, async (stage) => {
        const id = await paid(stage, method);
        await expire(stage, id);
        const amounts = async () => {
          assert.equal(await stage.verify(id), 'failed');
          return (await cases(stage)).map(([kind, , amount]) => `${kind} ${amount}`);
        };
        assert.deepEqual(await amounts(), ['paid_after_failure 500.00']);
        refund(stage, method, id, 20_000);
        assert.deepEqual(await amounts(), ['paid_after_failure 300.00']);
        await stage.gateway.store.db.transaction((tx) =>
          tx.query("UPDATE discrepancies SET settled_at_us = 1, note = 'the customer keeps the goods'"),
        );
        refund(stage, method, id, 5_000);
        assert.deepEqual(await amounts(), ['paid_after_failure 300.00'], 'a resolved discrepancy does not change');
      });
    });
  }

  // Contract: OPERATOR-12
  it('Stripe, a part of a converted charge that arrived after the failure: one discrepancy with the remaining dollars', async () => {
    // Regression: the requested gourdes and the remaining dollars were two open discrepancies.
    await withStage(
      engine,
      async (stage) => {
        const id = await paid(stage, 'card');
        await expire(stage, id);
        const amounts = async () => {
          assert.equal(await stage.verify(id), 'failed');
          return (await stage.discrepancies()).map(({ kind, reported }) => [kind, reported]);
        };
        const chargedMinor = intentOf(stage, id).amountReceived;
        const left = (minor: number) => ({ amount: (minor / 100).toFixed(2), currency: 'USD' });
        assert.deepEqual(await amounts(), [['paid_after_failure', { amount: '500.00', currency: 'HTG' }]]);
        refund(stage, 'card', id, 100);
        assert.deepEqual(await amounts(), [['paid_after_failure', left(chargedMinor - 100)]]);
        refund(stage, 'card', id, 50);
        assert.deepEqual(await amounts(), [['paid_after_failure', left(chargedMinor - 150)]]);
        await stage.gateway.store.db.transaction((tx) =>
          tx.query("UPDATE discrepancies SET settled_at_us = 1, note = 'the customer keeps the goods'"),
        );
        refund(stage, 'card', id, 10);
        assert.deepEqual(
          await amounts(),
          [['paid_after_failure', left(chargedMinor - 150)]],
          'no change once resolved',
        );
      },
      { CARD_CHARGE_CURRENCY: 'USD' },
    );
  });

  it('CyberSource, a second charge of a payment of another period: nothing when it was voided, else the rest', async () => {
    await withStage(engine, async (stage) => {
      const ids = [await stage.create('lakaypay_card'), await stage.create('lakaypay_card')];
      for (const id of ids) {
        await stage.payTwice(id);
        await stage.gateway.store.db.transaction((tx) =>
          tx.query(
            `UPDATE payments SET status = 'completed', finished_at_us = created_at_us, next_check_at_us = NULL,
               provider_ref = $2 WHERE id = $1`,
            [Number(id), chargesOf(stage, id)[0] ?? ''],
          ),
        );
        await stage.backdate(id, 4);
      }
      const [voided = '', part = ''] = ids.map((id) => chargesOf(stage, id)[1] ?? '');
      stage.acceptance.giveBack(ids[0] ?? '', { kind: 'void', chargeId: voided });
      stage.acceptance.giveBack(ids[1] ?? '', { kind: 'refund', amountMinor: 20_000, chargeId: part });
      await stage.reconcile();
      assert.deepEqual(
        (await cases(stage)).map(([kind, ref, amount]) => [kind, ref, amount]),
        [['paid_twice', part, '300.00']],
      );
      // Verifying the payment itself reports the same discrepancy.
      assert.equal(await stage.verify(ids[1] ?? ''), 'completed');
      assert.equal((await cases(stage)).length, 1);
      stage.acceptance.giveBack(ids[1] ?? '', { kind: 'refund', amountMinor: 30_000, chargeId: part });
      assert.equal(await stage.verify(ids[1] ?? ''), 'completed');
      assert.deepEqual(await resolved(stage), [['paid_twice', '300.00', ALL_RETURNED]]);
    });
  });

  it('Stripe, more refunds than it lists, before completion: the charge has their sum', async () => {
    await withStage(engine, async (stage) => {
      const id = await paid(stage, 'card');
      for (let part = 0; part < 12; part++) stage.stripe.refund(id, 4_000);
      assert.equal(await stage.verify(id), 'failed');
      // Stripe returns the charge with only ten of its twelve refunds.
      assert.deepEqual(
        (await cases(stage)).map(([kind, , amount]) => [kind, amount]),
        [['amount_mismatch', '20.00']],
      );
      stage.stripe.refund(id);
      assert.equal(await stage.verify(id), 'failed');
      assert.equal((await cases(stage)).length, 1);
    });
  });

  it('Stripe, more refunds than it lists, after completion: each is reported once, under its own number', async () => {
    // Regression: refunds that had been reported by their numbers were reported again with the rest of the charge.
    await withStage(engine, async (stage) => {
      const id = await completed(stage, 'card');
      for (const refunds of [10, 1, 1]) {
        for (let part = 0; part < refunds; part++) stage.stripe.refund(id, 100);
        assert.equal(await stage.verify(id), 'completed');
        const numbers = intentOf(stage, id).refunds.map((one) => one.id);
        const found = await cases(stage);
        assert.deepEqual(found.map(([, ref]) => ref).toSorted(), numbers.toSorted());
        assert.deepEqual(new Set(found.map(([kind, , amount]) => `${kind} ${amount}`)), ONE_EACH);
      }
      // More refunds than fit on one page of Stripe's list.
      for (let part = 0; part < 100; part++) stage.stripe.refund(id, 100);
      assert.equal(await stage.verify(id), 'completed');
      const stored = await stage.gateway.store.db.query('SELECT provider_ref FROM discrepancies');
      assert.deepEqual(
        stored.map((row) => row.provider_ref).toSorted(),
        intentOf(stage, id)
          .refunds.map((one) => one.id)
          .toSorted(),
      );
    });
  });

  it('an open dispute before completion: the payment waits, completes when it is won, fails when it is lost', async () => {
    await withStage(engine, async (stage) => {
      const [won, lost] = [await paid(stage, 'card'), await paid(stage, 'card')];
      for (const id of [won, lost]) {
        stage.stripe.dispute(id);
        assert.equal(await stage.verify(id), 'processing');
      }
      assert.deepEqual(await cases(stage), []);
      stage.stripe.closeDispute(won, 'won');
      stage.stripe.closeDispute(lost, 'lost');
      assert.equal(await stage.verify(won), 'completed');
      assert.equal(await stage.verify(lost), 'failed');
      assert.equal((await read(stage, lost)).failure_reason, 'cancelled');
      assert.deepEqual(await cases(stage), [
        ['returned_before_completion', intentOf(stage, lost).dispute?.id, '500.00', 'dispute_lost'],
      ]);
    });
  });

  it('a dispute after completion: open and lost disputes are two kinds of discrepancy, and a won one or an inquiry is none', async () => {
    await withStage(engine, async (stage) => {
      const [lost, won, inquiry] = [
        await completed(stage, 'card'),
        await completed(stage, 'card'),
        await completed(stage, 'card'),
      ];
      stage.stripe.dispute(lost, { amountMinor: 30_000 });
      stage.stripe.dispute(won);
      stage.stripe.closeDispute(won, 'won');
      stage.stripe.dispute(inquiry, { status: 'warning_needs_response' });
      for (const id of [lost, won, inquiry]) assert.equal(await stage.verify(id), 'completed');
      const dispute = intentOf(stage, lost).dispute?.id;
      assert.deepEqual(await cases(stage), [['disputed', dispute, '300.00', 'disputed']]);
      stage.stripe.closeDispute(lost, 'lost');
      assert.equal(await stage.verify(lost), 'completed');
      assert.deepEqual(
        new Set((await cases(stage)).map((one) => one.join())),
        new Set([`disputed,${dispute},300.00,disputed`, `returned_after_completion,${dispute},300.00,dispute_lost`]),
      );
    });
  });

  it('CyberSource, a void and a reversal: each returns all of the charge, and a rejected one returns nothing', async () => {
    await withStage(engine, async (stage) => {
      const ids = [
        await completed(stage, 'lakaypay_card'),
        await completed(stage, 'lakaypay_card'),
        await completed(stage, 'lakaypay_card'),
      ] as const;
      const voided = stage.acceptance.giveBack(ids[0], { kind: 'void' }).id;
      const reversed = stage.acceptance.giveBack(ids[1], { kind: 'reversal' }).id;
      stage.acceptance.giveBack(ids[2], { kind: 'void', isRejected: true });
      for (const id of ids) assert.equal(await stage.verify(id), 'completed');
      assert.deepEqual(await cases(stage), [
        ['returned_after_completion', voided, '500.00', 'voided'],
        ['returned_after_completion', reversed, '500.00', 'voided'],
      ]);
    });
  });

  // Contract: LIVE-10
  it('CyberSource, a refund that was voided: the payment completes, and nothing is reported', async () => {
    // Regression: the void of the refund counted as a void of the charge, and the payment failed as cancelled.
    await withStage(engine, async (stage) => {
      const [open, finished] = [await paid(stage, 'lakaypay_card'), await completed(stage, 'lakaypay_card')];
      for (const id of [open, finished]) {
        const chargeId = refund(stage, 'lakaypay_card', id);
        stage.acceptance.giveBack(id, { kind: 'void', chargeId });
        assert.equal(await stage.verify(id), 'completed');
      }
      assert.deepEqual([(await stage.reconcile()).code, await cases(stage)], [0, []]);
      const second = refund(stage, 'lakaypay_card', open, 20_000);
      assert.equal(await stage.verify(open), 'completed');
      assert.deepEqual(await cases(stage), [['returned_after_completion', second, '200.00', 'refunded']]);
    });
  });

  // Contract: LIVE-10
  it('CyberSource, a refund in another currency: it is not subtracted, and the remaining amount is unknown', async () => {
    // Regression: 300 dollars were subtracted as 300 gourdes.
    await withStage(engine, async (stage) => {
      const { acceptance } = stage;
      const [open, finished, late] = [
        await paid(stage, 'lakaypay_card'),
        await completed(stage, 'lakaypay_card'),
        await paid(stage, 'lakaypay_card'),
      ];
      await expire(stage, late);
      const inDollars = { kind: 'refund', currency: 'USD' } as const;
      acceptance.giveBack(open, { ...inDollars, amountMinor: 50_000 });
      assert.equal(await stage.verify(open), 'processing');
      assert.deepEqual(await cases(stage), []);
      const reported = async () =>
        (await stage.discrepancies())
          .map(({ kind, provider_ref, reported: money }) => [kind, provider_ref, money])
          .reverse();
      const ref = acceptance.giveBack(finished, { ...inDollars, amountMinor: 30_000 }).id;
      assert.equal(await stage.verify(finished), 'completed');
      const ofFinished = ['returned_after_completion', ref, { amount: '300.00', currency: 'USD' }];
      assert.deepEqual(await reported(), [ofFinished]);
      const lateRef = acceptance.giveBack(late, { ...inDollars, amountMinor: 30_000 }).id;
      assert.equal(await stage.verify(late), 'failed');
      assert.deepEqual(await reported(), [
        ofFinished,
        ['paid_after_failure', chargesOf(stage, late)[0], { amount: '500.00', currency: 'HTG' }],
        ['returned_before_completion', lateRef, { amount: '300.00', currency: 'USD' }],
      ]);
    });
  });

  it('CyberSource, charged twice, and one of the two returned: nothing is reported', async () => {
    await withStage(engine, async (stage) => {
      const id = await stage.create('lakaypay_card');
      await stage.payTwice(id);
      const [first] = stage.acceptance.book();
      // The first charge was voided before the gateway knew of any charge, so the second one pays for the payment.
      stage.acceptance.giveBack(id, { kind: 'void', chargeId: first?.providerRef ?? '' });
      assert.equal(await stage.verify(id), 'completed');
      const run = await stage.reconcile(['--json']);
      assert.deepEqual([run.code, await cases(stage)], [0, []]);
    });
  });

  it('CyberSource, a signed result that comes late: the search at CyberSource shows whether the money is still there', async () => {
    // Regression: a result that was signed before the void completed the payment after the void.
    await withStage(engine, async (stage) => {
      const id = await paid(stage, 'lakaypay_card');
      stage.acceptance.giveBack(id, { kind: 'void' });
      stage.clock.forward(3_600);
      await stage.acceptance.notify(id);
      assert.deepEqual(
        [(await read(stage, id)).status, (await read(stage, id)).failure_reason],
        ['failed', 'cancelled'],
      );
    });
  });
});
