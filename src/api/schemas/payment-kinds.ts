import type { PaymentMethod } from '../../core/payment.ts';
import { kindOf, literal, nullable, oneOf, ref, type Schema, unionBy, unionOf } from './json-schema.ts';
import { CreatedFields, CreatePayment, FailureReason, PaymentFields, Timestamp } from './payments.ts';

/*
 * How the document describes objects whose members depend on each other: as unions of kinds, which generators of clients and of validators
 * understand. Requests are validated by the schemas of their routes, and the routes check how members depend on each other.
 */

const NULL: Schema<null> = { type: 'null' };

const OpenPayment = kindOf(PaymentFields, 'OpenPayment', {
  members: {
    status: oneOf(['pending', 'processing'], { description: 'Not final.', examples: ['processing'] }),
    completed_at: NULL,
    failed_at: NULL,
    failure_reason: NULL,
  },
});

const CompletedPayment = kindOf(PaymentFields, 'CompletedPayment', {
  members: {
    status: literal('completed', { description: 'Paid. Final.' }),
    completed_at: { ...Timestamp, description: 'When it was paid.' },
    failed_at: NULL,
    failure_reason: NULL,
  },
});

const FailedPayment = kindOf(PaymentFields, 'FailedPayment', {
  members: {
    status: literal('failed', { description: 'Not paid. Final.' }),
    completed_at: NULL,
    failed_at: { ...Timestamp, description: 'When it failed.' },
    failure_reason: FailureReason,
  },
});

const Payment = unionBy(
  'Payment',
  'status',
  { pending: OpenPayment, processing: OpenPayment, completed: CompletedPayment, failed: FailedPayment },
  'A payment in reads, lists, webhooks and events: exactly these fields. Its `status` determines which of them are null.',
);

/** The payment of a test event. */
const TestEventPayment = kindOf(OpenPayment, 'TestEventPayment', {
  members: { transaction_id: literal('0', { description: 'No payment has this id.' }) },
});

/** For the kinds that are charged once. */
const NO_INTERVAL = { recurring_interval: NULL, recurring_interval_count: NULL };
const NOT_RECURRING = { recurring: NULL, ...NO_INTERVAL };

const CreateMonCash = kindOf(CreatePayment, 'CreateMonCash', {
  members: { payment_method: literal('moncash'), ...NOT_RECURRING },
});
const CreateNatCash = kindOf(CreatePayment, 'CreateNatCash', {
  members: { payment_method: literal('natcash'), ...NOT_RECURRING },
});
const CreateCard = kindOf(CreatePayment, 'CreateCard', {
  members: { payment_method: literal('card'), ...NOT_RECURRING },
});
const CreateLakayPayCardOnce = kindOf(CreatePayment, 'CreateLakayPayCardOnce', {
  members: { payment_method: literal('lakaypay_card'), recurring: nullable(literal(false)), ...NO_INTERVAL },
});
const CreateLakayPayCardRecurring = kindOf(CreatePayment, 'CreateLakayPayCardRecurring', {
  members: { payment_method: literal('lakaypay_card'), recurring: literal(true) },
  required: ['recurring', 'recurring_interval'],
});
/**
 * The kinds of this union exclude each other. Linters that compare only required members do not see that, so the union is not a `oneOf`.
 */
const CreateLakayPayCard: Schema = {
  $id: 'CreateLakayPayCard',
  description: 'One charge, or one at every interval.',
  anyOf: [ref('CreateLakayPayCardOnce'), ref('CreateLakayPayCardRecurring')],
};

const CreatePaymentUnion = unionBy(
  'CreatePayment',
  'payment_method',
  {
    moncash: CreateMonCash,
    natcash: CreateNatCash,
    lakaypay_card: CreateLakayPayCard,
    card: CreateCard,
  } satisfies Record<PaymentMethod, unknown>,
  'A payment to create. Unknown fields are ignored, and null counts as absent.',
);

const PAGE_ONLY = { client_secret: undefined, publishable_key: undefined, payment_intent_id: undefined };

const CreatedRedirect = kindOf(CreatedFields, 'CreatedRedirect', {
  members: { status: literal('processing'), natcash_reference: undefined, ...PAGE_ONLY },
  required: ['payment_url'],
});
const CreatedNatCash = kindOf(CreatedFields, 'CreatedNatCash', {
  members: { status: literal('processing'), ...PAGE_ONLY },
  required: ['payment_url', 'natcash_reference'],
});
const CreatedCard = kindOf(CreatedFields, 'CreatedCard', {
  members: {
    status: literal('requires_payment_method', {
      description: 'The customer pays in the widget. Reads return `pending`.',
    }),
    payment_url: undefined,
    conversion: undefined,
    natcash_reference: undefined,
  },
  required: ['client_secret', 'publishable_key', 'payment_intent_id'],
});

const CreatedPayment = unionOf(
  'CreatedPayment',
  [CreatedRedirect, CreatedNatCash, CreatedCard],
  'The values that the customer needs to pay: CreatedRedirect for `moncash` and `lakaypay_card`, CreatedNatCash for `natcash`, CreatedCard for `card`.',
);

/** Each union, followed by its kinds. */
export const PAYMENT_UNIONS: readonly Schema[] = [
  ...[Payment, OpenPayment, CompletedPayment, FailedPayment, TestEventPayment],
  ...[CreatePaymentUnion, CreateMonCash, CreateNatCash],
  ...[CreateLakayPayCard, CreateLakayPayCardOnce, CreateLakayPayCardRecurring, CreateCard],
  ...[CreatedPayment, CreatedRedirect, CreatedNatCash, CreatedCard],
];
