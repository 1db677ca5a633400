import type { PaymentMethod } from '../../../src/core/payment.ts';
import { parseDay } from '../../../src/core/timestamps.ts';
import type { AuditAction } from '../../../src/features/audit/audit.ts';
import { recordDiscrepancy } from '../../../src/features/payments/discrepancies/store/discrepancies.ts';
import { recordRate } from '../../../src/features/rates/store/exchange-rates.ts';
import { findManualRate } from '../../../src/features/rates/store/manual-rates.ts';
import type { RefundRequest } from '../../../src/features/refunds/request-refund.ts';
import { subscriptionId } from '../../../src/features/subscriptions/start-subscription.ts';
import { pauseCharging } from '../../../src/features/subscriptions/store/charging.ts';
import { findWebsite } from '../../../src/features/websites/store/websites.ts';
import { secretBox } from '../../../src/platform/secrets/secrets.ts';
import { png } from '../../support/pictures.ts';
import { inStatus } from '../../support/store.ts';
import { type AuditStage, PREVIOUS_KEY } from './audit-stage.ts';

/** A verb whose change is recorded. */
export interface Audited {
  /** What one call records, in order. */
  readonly records: readonly AuditAction[];
  /** Puts something into the store that the verb can change, and returns the call. */
  prepare(stage: AuditStage): Promise<() => Promise<unknown>>;
  /** A repeated call changes nothing. Absent if each call changes something, or if the call cannot be repeated. */
  readonly isOnce?: true;
}

/** Why some verbs record nothing: they run all the time, and no user requests their changes. */
const OF_PAYMENTS = "a payment's own course, which its events record";
const OF_JOBS = 'what the gateway does by itself all the time';
const READS = 'changes nothing';
const OWN_LISTS = 'how a user sees their own lists';

/** Every verb that an edge or a job can call, by group: what it records, or why it records nothing. The test fails if one is missing. */
export const VERBS: Readonly<Record<string, Readonly<Record<string, Audited | readonly Audited[] | string>>>> = {
  operator: {
    createWebsite: {
      records: ['website.create'],
      prepare:
        async ({ verbs }) =>
        () =>
          verbs.operator.createWebsite({ name: 'Another' }),
    },
    changeWebsite: [
      {
        records: ['website.update'],
        isOnce: true,
        prepare:
          async ({ verbs, websiteId }) =>
          () =>
            verbs.operator.changeWebsite(websiteId, { name: 'New name', contact: '+509 37 00 00 01', isActive: true }),
      },
      {
        records: ['website.deactivate'],
        isOnce: true,
        prepare:
          async ({ verbs, websiteId }) =>
          () =>
            verbs.operator.changeWebsite(websiteId, { isActive: false }),
      },
      {
        records: ['website.activate'],
        isOnce: true,
        prepare:
          async ({ verbs, websiteId }) =>
          () =>
            verbs.operator.changeWebsite(websiteId, { isActive: true }),
      },
    ],
    rotateWebhookSecret: {
      records: ['website.roll_secret'],
      prepare:
        async ({ verbs, websiteId }) =>
        () =>
          verbs.operator.rotateWebhookSecret({ id: websiteId, afterSeconds: 60 }),
    },
    sendTestEvent: {
      records: ['website.test_event'],
      prepare: async ({ verbs, websiteId }) => {
        // No server listens on this port: the log records that the event was sent.
        await verbs.operator.changeWebsite(websiteId, { callbackUrl: 'https://127.0.0.1:1/hook' });
        return () => verbs.operator.sendTestEvent(websiteId, 'test');
      },
    },
    createApiKey: {
      records: ['key.create'],
      prepare:
        async ({ verbs, websiteId }) =>
        () =>
          verbs.operator.createApiKey({ websiteId, mode: 'test', name: 'web' }),
    },
    changeApiKey: {
      records: ['key.update'],
      isOnce: true,
      prepare:
        async ({ verbs, keys }) =>
        () =>
          verbs.operator.changeApiKey(keys.test, { name: 'Till', addresses: ['203.0.113.7'], scopes: ['read'] }),
    },
    noteKeyUses: OF_JOBS,
    rotateApiKey: {
      records: ['key.roll'],
      prepare:
        async ({ verbs, keys }) =>
        () =>
          verbs.operator.rotateApiKey({ id: keys.test, overlapSeconds: 3600 }),
    },
    setApiKeyActive: [
      {
        records: ['key.deactivate'],
        isOnce: true,
        prepare:
          async ({ verbs, keys }) =>
          () =>
            verbs.operator.setApiKeyActive(keys.live, false),
      },
      {
        records: ['key.activate'],
        isOnce: true,
        prepare:
          async ({ verbs, keys }) =>
          () =>
            verbs.operator.setApiKeyActive(keys.live, true),
      },
    ],
    createLink: {
      records: ['link.create'],
      prepare:
        async ({ verbs, websiteId }) =>
        () =>
          verbs.operator.createLink({
            websiteId,
            mode: 'test',
            name: 'Mango',
            descriptions: { ht: 'Mango' },
            amount: '5',
          }),
    },
    deactivateLink: {
      records: ['link.deactivate'],
      isOnce: true,
      prepare: async ({ verbs, websiteId }) => {
        const fields = { name: 'Mango', descriptions: { ht: 'Mango' }, amount: '5' };
        const { code } = await verbs.operator.createLink({ websiteId, mode: 'test', ...fields });
        return () => verbs.operator.deactivateLink(code);
      },
    },
    changeLinkPicture: {
      records: ['link.picture'],
      prepare: async ({ verbs, websiteId }) => {
        const fields = { name: 'Mango', descriptions: { ht: 'Mango' }, amount: '5' };
        const { id } = await verbs.operator.createLink({ websiteId, mode: 'test', ...fields });
        let side = 64;
        return () => verbs.operator.changeLinkPicture(id, png({ width: side++, height: 64 }));
      },
    },
    recountLink: {
      records: ['link.recount'],
      isOnce: true,
      prepare: async ({ verbs, websiteId, store }) => {
        const fields = { name: 'Mango', descriptions: { ht: 'Mango' }, amount: '5' };
        const { id } = await verbs.operator.createLink({ websiteId, mode: 'test', ...fields });
        await store.db.transaction((tx) => tx.query('UPDATE payment_links SET open_payments = 1 WHERE id = $1', [id]));
        return () => verbs.operator.recountLink(id);
      },
    },
    setFee: {
      records: ['fee.set'],
      prepare:
        async ({ verbs, websiteId }) =>
        () =>
          verbs.operator.setFee({
            ...{ websiteId, mode: 'live', method: 'moncash', currency: 'HTG' },
            ...{ percentE3: 2_500, fixedMinor: 0, minimumMinor: 100 },
          }),
    },
    recordPayout: {
      records: ['payout.record'],
      isOnce: true,
      prepare:
        async ({ verbs, websiteId }) =>
        () =>
          verbs.operator.recordPayout({
            ...{ websiteId, method: 'moncash', reference: 'hand', bank: 'bnc', currency: 'HTG' },
            ...{ paidOn: 20_000, grossMinor: 100, feeMinor: 0 },
          }),
    },
    importStatement: {
      records: ['payout.record'],
      isOnce: true,
      prepare:
        async ({ verbs }) =>
        () =>
          importedStatement(verbs, 'imported'),
    },
    reversePayout: {
      records: ['payout.reverse'],
      prepare: async ({ verbs }) => {
        const [imported] = await importedStatement(verbs, 'reversed');
        return () => verbs.operator.reversePayout(imported?.payout.id ?? '', 'wrong file');
      },
    },
    rematchPayout: {
      records: ['payout.match'],
      prepare: async ({ verbs }) => {
        const [imported] = await importedStatement(verbs, 'matched again');
        while ((await verbs.operator.matchLines()).isMoreWaiting);
        return () => verbs.operator.rematchPayout(imported?.payout.id ?? '');
      },
    },
    settlePayoutLine: {
      records: ['payout.settle_line'],
      prepare: async ({ verbs }) => {
        const [imported] = await importedStatement(verbs, 'settled');
        while ((await verbs.operator.matchLines()).isMoreWaiting);
        return () => verbs.operator.settlePayoutLine(imported?.payout.id ?? '', 2, 'monthly fee');
      },
    },
    matchLines: OF_JOBS,
    countOutstanding: OF_JOBS,
    resolveDiscrepancy: {
      records: ['discrepancy.settle'],
      prepare: async (stage) => {
        const { id: paymentId } = await stage.insert(inStatus('failed'));
        const id = `dsc_${paymentId}`;
        const report = { kind: 'not_paid', method: 'moncash', paymentId, providerRef: id, reported: null } as const;
        await stage.store.db.transaction((tx) => recordDiscrepancy(tx, id, report, 1));
        return () => stage.verbs.operator.resolveDiscrepancy(id, 'returned at the counter');
      },
    },
    dismissItem: {
      records: ['item.dismiss'],
      prepare: async ({ verbs, websiteId }) => {
        const item = { websiteId, kind: 'exhausted', side: 'operator' } as const;
        return () => verbs.operator.dismissItem(item, { note: 'the shop has closed', seenAtUs: 1 });
      },
    },
    restoreItem: {
      records: ['item.restore'],
      prepare: async ({ verbs, websiteId }) => {
        const item = { websiteId, kind: 'receipts', side: 'merchant' } as const;
        await verbs.operator.dismissItem(item, { note: 'sent by hand', seenAtUs: 1 });
        return () => verbs.operator.restoreItem(item);
      },
    },
    resendDelivery: {
      records: ['delivery.resend'],
      prepare: async (stage) => {
        const id = `dlv_${await finished(stage)}`;
        return () => stage.verbs.operator.resendDelivery(id);
      },
    },
    resendDeliveries: {
      records: ['deliveries.resend'],
      prepare: async (stage) => {
        await finished(stage);
        const range = { websiteId: stage.websiteId, fromUs: 0, toUs: 4_000_000_000_000_000 };
        return () => stage.verbs.operator.resendDeliveries(range);
      },
    },
    countResend: READS,
    deleteOldDeliveries: {
      records: ['deliveries.forget'],
      isOnce: true,
      prepare: async (stage) => {
        const id = await finished(stage);
        const ended = "status = 'delivered', next_attempt_at_us = NULL, delivered_at_us = 1, created_at_us = 1";
        await write(stage, `UPDATE deliveries SET ${ended} WHERE payment_id = $1`, id);
        return () => stage.verbs.operator.deleteOldDeliveries({ olderThanDays: 30 });
      },
    },
    deleteOldSessions: OF_JOBS,
    writeRequests: OF_JOBS,
    deleteOldRequests: OF_JOBS,
    updatePaymentSums: OF_JOBS,
    issueStatements: OF_JOBS,
    saveFilter: OWN_LISTS,
    removeFilter: OWN_LISTS,
    hideColumns: OWN_LISTS,
    chooseTopics: "it records a user's own choice: test/notifications",
    recordExport: {
      records: ['export.run'],
      prepare:
        async ({ verbs }) =>
        () =>
          verbs.operator.recordExport({ list: 'payments', format: 'csv', filter: 'status=failed', websiteId: null }),
    },
    deleteOldEvents: {
      records: ['events.forget'],
      isOnce: true,
      prepare: async (stage) => {
        const id = await finished(stage, { id: 100_000_000_000_001 });
        await write(stage, 'UPDATE events SET created_at_us = 1 WHERE payment_id = $1', id);
        return () => stage.verbs.operator.deleteOldEvents({ olderThanDays: 30 });
      },
    },
    deleteOldHistory: {
      records: ['history.forget'],
      isOnce: true,
      prepare: async (stage) => {
        const { id } = await stage.insert({});
        const old = "(payment_id, at_us, id, kind, what, details) VALUES ($1, 1, 'hst_old', 'step', 'opened', '{}')";
        await write(stage, `INSERT INTO payment_history ${old}`, id);
        return () => stage.verbs.operator.deleteOldHistory({ olderThanDays: 30 });
      },
    },
    deleteUnusedSessions: {
      records: ['checkout.forget'],
      isOnce: true,
      prepare: async (stage) => {
        await write(
          stage,
          'UPDATE checkout_sessions SET created_at_us = 1, expires_at_us = 2 WHERE id = $1',
          await newSession(stage),
        );
        return () => stage.verbs.operator.deleteUnusedSessions({ olderThanDays: 30 });
      },
    },
    deleteOldTestPayments: {
      records: ['payments.forget'],
      isOnce: true,
      prepare: async (stage) => {
        await stage.insert({ ...inStatus('completed'), mode: 'test' });
        return () => stage.verbs.operator.deleteOldTestPayments({ olderThanDays: 30 });
      },
    },
    makeArchive: {
      records: ['archive.create'],
      prepare: async (stage) => {
        await stage.insert({ ...inStatus('completed'), mode: 'live' });
        return () => stage.verbs.operator.makeArchive({ beforeDay: BEFORE_DAY, folder: stage.newFolder() });
      },
    },
    removeArchived: {
      records: ['archive.remove', 'archive.remove'],
      isOnce: true,
      prepare: async (stage) => {
        await stage.insert({ ...inStatus('completed'), mode: 'live' });
        const folder = stage.newFolder();
        await stage.verbs.operator.makeArchive({ beforeDay: BEFORE_DAY, folder });
        return () => stage.verbs.operator.removeArchived({ folder, isQuick: true });
      },
    },
    recountArchives: {
      records: ['archive.recount'],
      isOnce: true,
      prepare: async (stage) => {
        await write(stage, "INSERT INTO archives (id, before_us, payments, removed_at_us) VALUES ('a', 1, 1, 1)");
        return () => stage.verbs.operator.recountArchives();
      },
    },
    makeBackup: {
      records: ['store.backup'],
      prepare: async (stage) => {
        const file = `${stage.newFolder()}.backup`;
        const encryption = { recipients: [], passphrase: undefined };
        return () => stage.verbs.operator.makeBackup({ file, encryption, version: '1.0.0' });
      },
    },
    resealSecrets: {
      records: ['secrets.rotate', 'secrets.rotate'],
      isOnce: true,
      prepare: async (stage) => {
        const { id } = (await stage.verbs.operator.createWebsite({ name: 'Old' })).website;
        const sealed = secretBox(PREVIOUS_KEY).seal('webhook-secret', 'whsec_of_before', id);
        await write(stage, 'UPDATE websites SET webhook_secret_sealed = $2 WHERE id = $1', id, sealed);
        return () => stage.verbs.operator.resealSecrets();
      },
    },
    confirmClock: {
      records: ['clock.confirm'],
      prepare:
        async ({ verbs }) =>
        () =>
          verbs.operator.confirmClock(),
    },
    as: READS,
  },
  payments: {
    create: OF_PAYMENTS,
    methodsForLink: READS,
    createForLink: OF_PAYMENTS,
    methodsForSession: READS,
    createSession: OF_PAYMENTS,
    chooseMethod: OF_PAYMENTS,
    cancelSession: OF_PAYMENTS,
    begin: OF_PAYMENTS,
    recordStep: OF_PAYMENTS,
    settle: OF_PAYMENTS,
    simulateEnd: OF_PAYMENTS,
    verify: OF_PAYMENTS,
    giveUp: OF_PAYMENTS,
    receiveWithin: OF_PAYMENTS,
    checkDue: OF_JOBS,
    checkLate: OF_JOBS,
    fillTerms: OF_JOBS,
    fillLedger: OF_JOBS,
    createTest: {
      records: ['payment.create'],
      prepare: async (stage) => {
        const { apiKey } = await stage.verbs.operator.createApiKey({ websiteId: stage.websiteId, mode: 'test' });
        const typed = {
          amount: '500',
          currency: 'HTG',
          method: 'moncash',
          customerName: 'Marie Joseph',
          customerEmail: '',
          customerPhone: '',
          reference: '',
          description: '',
        };
        return () => stage.verbs.payments.createTest(apiKey.id, typed, stage.log);
      },
    },
    finishTest: {
      records: ['payment.finish'],
      prepare: async (stage) => {
        const { id } = await stage.insert({});
        return () => stage.verbs.payments.finishTest(String(id), { status: 'failed', failureReason: 'declined' });
      },
    },
    verifyByHand: {
      records: ['payment.verify'],
      prepare: async (stage) => {
        const { id } = await stage.insert({});
        return () => stage.verbs.payments.verifyByHand(String(id), stage.log);
      },
    },
    cancelSessionByHand: {
      records: ['checkout.cancel'],
      isOnce: true,
      prepare: async (stage) => {
        const id = await newSession(stage);
        return () => stage.verbs.payments.cancelSessionByHand(id, stage.log);
      },
    },
    addNote: {
      records: ['payment.note'],
      prepare: async (stage) => {
        const { id } = await stage.insert({});
        return () => stage.verbs.payments.addNote(String(id), 'The customer called.');
      },
    },
    mailReceipt: {
      records: ['payment.receipt'],
      prepare: async (stage) => {
        const { id } = await stage.insert({ ...inStatus('completed'), mode: 'live' });
        return () => stage.verbs.payments.mailReceipt(String(id), 'marie@example.com');
      },
    },
    requestReceipt: OF_PAYMENTS,
    mayRequestReceipt: READS,
    reconcile: {
      records: ['reconcile.run', 'reconcile.run'],
      prepare: async ({ verbs, log }) => {
        // The period starts now: no archive can contain it.
        const fromUs = Date.now() * 1000;
        return () => Array.fromAsync(verbs.payments.reconcile({ fromUs, toUs: fromUs + 1_000_000 }, log));
      },
    },
    startReconcile: 'the run records itself, with the user who requested it',
    runReconcile: OF_JOBS,
    stopReconcile: {
      records: ['reconcile.stop'],
      prepare: async ({ verbs, store }) => {
        const fromUs = Date.now() * 1000;
        await store.db.transaction((tx) => tx.query('DELETE FROM reconcile_runs'));
        const { id } = await verbs.payments.startReconcile({ fromUs, toUs: fromUs + 1_000_000 });
        return () => verbs.payments.stopReconcile(id);
      },
    },
    as: READS,
  },
  refunds: {
    request: {
      records: ['refund.request'],
      isOnce: true,
      prepare: async (stage) => {
        const request = await refundRequest(stage, 'moncash');
        return () => stage.verbs.refunds.request(request);
      },
    },
    approve: {
      records: ['refund.approve'],
      prepare: async (stage) => {
        const id = await requestedRefund(stage, 'live');
        return () => stage.verbs.refunds.approve(id);
      },
    },
    reject: {
      records: ['refund.reject'],
      prepare: async (stage) => {
        const id = await requestedRefund(stage, 'live');
        return () => stage.verbs.refunds.reject(id, 'not wanted');
      },
    },
    claim: {
      records: ['refund.claim'],
      prepare: async (stage) => {
        const id = await requestedRefund(stage, 'test');
        return () => stage.verbs.refunds.claim(id);
      },
    },
    complete: {
      records: ['refund.complete'],
      prepare: async (stage) => {
        const id = await requestedRefund(stage, 'test');
        return () => stage.verbs.refunds.complete(id, 'TX123');
      },
    },
    resolve: {
      records: ['refund.resolve'],
      prepare: async (stage) => {
        const id = await requestedRefund(stage, 'test', 'natcash');
        return () => stage.verbs.refunds.resolve(id, { notMoved: 'not in the portal' });
      },
    },
    correct: {
      records: ['refund.correct'],
      prepare: async (stage) => {
        const id = await requestedRefund(stage, 'test');
        await stage.verbs.refunds.complete(id, 'TX124');
        return () => stage.verbs.refunds.correct(id, { succeeded: 'TX125', note: 'typed another number' });
      },
    },
    preview: READS,
    readRefundable: READS,
    findOwnRequest: READS,
    sendDue: OF_JOBS,
    adoptReturns: OF_JOBS,
    as: READS,
  },
  recurring: {
    chargeDue: OF_JOBS,
    cancel: {
      records: ['recurring.cancel'],
      prepare: async (stage) => {
        const id = await subscription(stage);
        return () => stage.verbs.recurring.cancel(id, 'the customer left');
      },
    },
    pause: {
      records: ['recurring.pause'],
      prepare: async (stage) => {
        const id = await subscription(stage);
        return () => stage.verbs.recurring.pause(id);
      },
    },
    unpause: {
      records: ['recurring.resume'],
      prepare: async (stage) => {
        const id = await subscription(stage);
        await stage.verbs.recurring.pause(id);
        return () => stage.verbs.recurring.unpause(id);
      },
    },
    moveTestClock: {
      records: ['recurring.advance'],
      isOnce: true,
      prepare: async (stage) => {
        const id = await subscription(stage);
        const toUs = Math.floor(stage.store.clock()) + 86_400_000_000;
        return () => stage.verbs.recurring.moveTestClock({ id, toUs }, stage.log);
      },
    },
    resume: {
      records: ['charging.resume'],
      isOnce: true,
      prepare: async (stage) => {
        await paused(stage);
        return () => stage.verbs.recurring.resume(stage.log);
      },
    },
    resumeUnchecked: {
      records: ['charging.resume'],
      isOnce: true,
      prepare: async (stage) => {
        await paused(stage);
        return () => stage.verbs.recurring.resumeUnchecked();
      },
    },
    pauseRestored: {
      records: ['charging.pause'],
      prepare:
        async ({ verbs }) =>
        () =>
          verbs.recurring.pauseRestored(),
    },
    as: READS,
  },
  rates: {
    inForce: READS,
    source: READS,
    settings: READS,
    read: READS,
    set: {
      records: ['rate.set'],
      prepare: async ({ verbs, store }) => {
        const seen = (await findManualRate(store.db))?.number ?? 0;
        return () => verbs.rates.set({ rateE4: 1_310_000 + seen, isChecked: true, seen });
      },
    },
    as: READS,
  },
  'rates.source': {
    refreshDue: OF_JOBS,
    close: READS,
    refresh: {
      records: ['rate.refresh'],
      isOnce: true,
      prepare: async (stage) => {
        const reading = { rateE4: 1_305_000, publishedAtUs: null };
        await stage.store.db.transaction((tx) => recordRate(tx, 'brh', reading, 1));
        return () => stage.verbs.rates.source?.refresh() ?? Promise.reject(new Error('there is no source'));
      },
    },
  },
};

/** A statement with one line that fits no payment. */
function importedStatement({ operator }: Pick<AuditStage['verbs'], 'operator'>, reference: string) {
  const bytes = Buffer.from('date,kind,reference,amount,fee,currency\n2026-11-25,payment,none,500,10,HTG');
  return operator.importStatement({ bytes, method: 'moncash', format: 'peye', bank: 'bnc', reference, paidOn: 20_000 });
}

const BEFORE_DAY = parseDay('2024-06-01') ?? 0;

/** A test payment with its event and its delivery. Returns its id. */
async function finished(stage: AuditStage, changes: { id?: number } = {}): Promise<number> {
  const payment = await stage.insert(changes);
  await stage.verbs.payments.settle(payment, { status: 'completed' });
  return payment.id;
}

/** A recurring test payment. Returns its id. */
async function subscription(stage: AuditStage): Promise<string> {
  const payment = await stage.insert({
    method: 'lakaypay_card',
    recurringInterval: 'monthly',
    recurringIntervalCount: 1,
  });
  await stage.verbs.payments.settle(payment, { status: 'completed' }, { cardToken: 'token' });
  return subscriptionId(payment.id);
}

async function paused({ store }: AuditStage): Promise<void> {
  await store.db.transaction((tx) => pauseCharging(tx, { sinceUs: 1, reason: 'a test' }));
}

async function write({ store }: AuditStage, sql: string, ...params: (string | number)[]): Promise<void> {
  await store.db.transaction((tx) => tx.query(sql, params));
}

/** A request for a refund of a new completed payment. */
async function refundRequest(
  stage: AuditStage,
  name: string,
  mode: 'test' | 'live' = 'test',
  method: PaymentMethod = 'moncash',
): Promise<RefundRequest> {
  const { id, websiteId } = await stage.insert({
    ...inStatus('completed'),
    mode,
    method,
    createdAtUs: Math.floor(stage.store.clock()),
  });
  return { owner: { websiteId, mode }, name: `${name}-${id}`, transactionId: String(id) };
}

async function requestedRefund(stage: AuditStage, mode: 'test' | 'live', method?: PaymentMethod): Promise<string> {
  const { refund } = await stage.verbs.refunds.request(await refundRequest(stage, 'refund', mode, method));
  return refund.id;
}

/** The id of a new checkout session. */
async function newSession({ verbs, store, websiteId, keys }: AuditStage): Promise<string> {
  const website = await findWebsite(store.db, websiteId);
  const { id } = await verbs.payments.createSession(
    {
      websiteId,
      apiKeyId: keys.test,
      mode: 'test',
      amountMinor: 50_000,
      currency: 'HTG',
      reference: null,
      description: null,
      metadata: null,
      customerName: null,
      customerEmail: null,
      customerPhone: null,
      returnUrl: null,
      cancelUrl: null,
      methods: ['moncash'],
      expiresAtUs: Math.floor(store.clock()) + 1_000_000_000,
    },
    website!,
  );
  return id;
}
