// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of the source
import { type Sabotage, sabotage } from './sabotage.ts';

const LINKS = 'features/links/store/link-payments.ts';
const CREATE = 'features/payments/create-payment.ts';
const MONEY = 'core/money.ts';
const RECEIPTS = 'features/receipts/send-receipts.ts';
const SETTLE = 'features/payments/settle-payment.ts';
const SIGNING = 'features/websites/webhook-secrets.ts';
const RESTART = 'features/webhooks/store/restart-deliveries.ts';

/** Sabotages of payment links, conversions, e-mails, and changes by operators. */
export const FEATURE_SABOTAGES: readonly Sabotage[] = [
  sabotage(
    'sell-more-than-a-link-has',
    'I6',
    'features/links/create-link-payment.ts',
    'if (!(await reserveUnits(tx, { linkId: link.id, quantity, nowUs: clock() }))) throw new NoUnitLeft();',
    'await reserveUnits(tx, { linkId: link.id, quantity, nowUs: clock() });',
  ),
  sabotage(
    'release-units-twice',
    'I6',
    LINKS,
    'open_units = open_units - $4',
    'open_units = MAX(0, open_units - 2 * $4)',
  ),
  sabotage(
    'never-release-a-place',
    'I6',
    LINKS,
    'SET open_payments = open_payments - 1, ${state}_payments',
    'SET open_payments = open_payments, ${state}_payments',
  ),
  sabotage(
    'release-one-unit-of-several',
    'I6',
    LINKS,
    'open_units = open_units - $4',
    'open_units = open_units - MIN(1, $4)',
  ),
  sabotage(
    'add-failures-to-what-a-link-was-paid',
    'I6',
    LINKS,
    "(state === 'paid' && currency === of ? amountMinor : 0)",
    '(currency === of ? amountMinor : 0)',
  ),
  sabotage(
    'make-a-form-s-payment-each-time',
    'I6',
    'features/links/create-link-payment.ts',
    'const former = await findPaymentOfForm(db, form.formId);',
    'form = { ...form, formId: `${form.formId.slice(0, 22)}.${deps.nextId()}` };\n  const former = await findPaymentOfForm(db, form.formId);',
  ),
  sabotage(
    'forget-the-former-payment-of-a-form',
    'I6',
    'pages/links/pay-link.ts',
    "if (payment.status === 'completed' || (payment.status !== 'failed' && isSamePayment(payment, link, typed)))",
    "if (payment.status === 'completed' && isSamePayment(payment, link, typed))",
  ),
  sabotage(
    'sell-by-a-link-at-another-price',
    'I6',
    'features/links/create-link-payment.ts',
    "const amountMinor = link.amountMode === 'fixed' ? (link.amountMinor ?? 0) * quantity : form.amountMinor;",
    "const amountMinor = link.amountMode === 'fixed' ? (link.amountMinor ?? 0) * quantity - 50 * 100 + 4_000 : form.amountMinor;",
  ),
  sabotage(
    'round-a-conversion-down',
    'I6',
    MONEY,
    'return divideHalfUp(BigInt(usdMinor) * BigInt(rateE4), BigInt(RATE_SCALE));',
    'return Number((BigInt(usdMinor) * BigInt(rateE4)) / BigInt(RATE_SCALE));',
  ),
  sabotage(
    'round-whole-gourdes-down',
    'I6',
    MONEY,
    'return amountMinor + ((100 - (amountMinor % 100)) % 100);',
    'return amountMinor - (amountMinor % 100);',
  ),
  sabotage(
    'convert-at-the-rate-of-the-settings',
    'I6',
    CREATE,
    'const { rateE4 } = deps.rates();',
    'const rateE4 = deps.rates().rateE4 - deps.rates().rateE4 + 1_305_000;',
  ),
  sabotage(
    'keep-the-rate-of-the-start',
    'I6',
    'features/rates/rate-verbs.ts',
    'if (manual?.rateE4) current =',
    'if (manual?.rateE4 && !(current! as unknown)) current =',
  ),
  sabotage(
    'store-no-rate',
    'I6',
    CREATE,
    'rateE4: isConverted ? rateE4 : null,',
    'rateE4: isConverted ? rateE4 + 1 : null,',
  ),
  sabotage(
    'send-a-receipt-of-a-failed-payment',
    'I6',
    SETTLE,
    "if (canSendReceipts && finished.status === 'completed' && finished.customerEmail !== null)",
    'if (canSendReceipts && finished.customerEmail !== null)',
  ),
  sabotage(
    'send-a-receipt-twice',
    'I6',
    'features/receipts/send-queued.ts',
    'await mailer.send(mail);',
    'await mailer.send(mail);\n    await mailer.send(mail);',
  ),
  sabotage(
    'queue-no-receipt',
    'I6',
    'features/receipts/store/receipts.ts',
    'FROM websites WHERE id = $3 AND sends_receipts = 1',
    'FROM websites WHERE id = $3 AND sends_receipts = 2',
  ),
  sabotage(
    'send-receipts-of-every-website',
    'I6',
    RECEIPTS,
    "if (!paid.website.sendsReceipts) return 'switched off';",
    "if (paid.payment.id % 2 === 0) return 'switched off';",
  ),
  sabotage(
    'send-receipts-to-another',
    'I6',
    RECEIPTS,
    'const to = paid.payment.customerEmail;',
    "const to = paid.payment.customerEmail === null ? null : 'everybody@pay.example';",
  ),
  sabotage(
    'call-every-e-mail-sent',
    'I6',
    'features/receipts/send-queued.ts',
    'if (!(error instanceof MailFailure)) throw error;',
    "if (error instanceof MailFailure) return { status: 'sent', endedAtUs: clock() };\n    if (!(error instanceof MailFailure)) throw error;",
  ),
  sabotage(
    'tell-no-seller-of-a-sale',
    'I6',
    LINKS,
    'WHERE id = $3 AND notify_email IS NOT NULL',
    'WHERE id = $3 AND notify_email IS NULL',
  ),
  sabotage(
    'sign-with-the-old-secret-for-ever',
    'I3',
    SIGNING,
    'signer.nextFromUs <= nowUs;',
    'signer.nextFromUs > nowUs + 1e15;',
  ),
  sabotage(
    'sign-with-the-new-secret-too-early',
    'I3',
    SIGNING,
    'signer.nextFromUs <= nowUs;',
    'signer.nextFromUs > 0;',
  ),
  sabotage(
    'change-the-body-at-a-resend',
    'I3',
    RESTART,
    'schedule_step = 0, next_attempt_at_us = $1,',
    'schedule_step = 0, body = replace(body, \'"timestamp":1\', \'"timestamp": 1\'), next_attempt_at_us = $1,',
  ),
  sabotage(
    'end-a-rolled-key-at-once',
    'I9',
    'features/websites/key-verbs.ts',
    'await insertApiKeySecret(tx, secret);\n    const { websiteId, hint } = apiKey;',
    'const { websiteId, hint } = apiKey;',
  ),
  sabotage(
    'let-a-rolled-key-work-for-ever',
    'I9',
    'features/websites/key-verbs.ts',
    'await expireApiKeySecrets(tx, id, oldUntilUs);',
    'void expireApiKeySecrets;',
  ),
];

const ASK_CHARGE = 'features/subscriptions/request-charge.ts';

/** Sabotages of the code that charges cards again. */
export const RECURRING_SABOTAGES: readonly Sabotage[] = [
  sabotage(
    'charge-a-card-without-its-mark',
    'I5',
    ASK_CHARGE,
    'if (!marked?.asked) return false;',
    "if (!marked?.asked) return false;\n  await db.transaction((tx) => tx.query('UPDATE payments SET charge_asked_at_us = NULL WHERE id = $1', [payment.id]));",
  ),
  sabotage('raise-no-mark-beside-the-store', 'I5', ASK_CHARGE, 'restores.note(admission);', 'void admission;'),
  sabotage(
    'charge-before-the-mark-is-stored',
    'I5',
    ASK_CHARGE,
    'const askedAtUs = clock();',
    'const askedAtUs = clock();\n  void provider.chargeToken(payment, cardToken, log).catch(() => {});',
  ),
  sabotage(
    'charge-again-what-was-not-answered',
    'I5',
    ASK_CHARGE,
    'return await provider.chargeToken(payment, cardToken, log);',
    'return await provider.chargeToken(payment, cardToken, log).catch(() => provider.chargeToken(payment, cardToken, log));',
  ),
  sabotage(
    'charge-a-card-after-a-stop',
    'I5',
    'features/subscriptions/stop-declined.ts',
    "if (subscriptionId === null || decline === undefined || decline.class === 'retry') return false;",
    'if (subscriptionId !== null || decline === undefined) return false;',
  ),
  sabotage(
    'take-a-stop-for-a-retry',
    'I5',
    'features/subscriptions/stop-declined.ts',
    "decline.class === 'retry') return false;",
    "decline.class !== 'new_card') return false;",
  ),
  {
    name: 'charge-before-it-is-due',
    breaks: 'I5',
    // Two places check when a period is due: the one that selects it, and the one that charges it. Both have to be changed.
    edits: [
      {
        file: 'features/subscriptions/plan-charge.ts',
        find: 'return dueAtUs > subscriptionNowUs(subscription, nowUs) ? dueAtUs : nowUs;',
        replace: 'return nowUs;',
      },
      {
        file: 'features/subscriptions/next-step.ts',
        find: "if (dueAtUs > atUs) return { kind: 'rest', untilUs: dueAtUs };",
        replace: "if (dueAtUs > atUs + 90_000_000_000) return { kind: 'rest', untilUs: dueAtUs };",
      },
    ],
  },
  sabotage(
    'charge-another-amount',
    'I5',
    'features/subscriptions/insert-charge.ts',
    'subscriptionTry: attempt,',
    'subscriptionTry: attempt,\n      amountMinor: first.amountMinor + 100,',
  ),
];
