import { CREATE_REQUESTS, CREATE_SESSION_REQUESTS, REQUEST_REFUND_REQUESTS } from '../../api/schemas/examples.ts';

/** One request of a workflow: what it sends, and what later steps read from its response. */
interface Step {
  readonly stepId: string;
  readonly description: string;
  readonly operationId: string;
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly successCriteria: readonly object[];
  readonly onFailure?: readonly object[];
  readonly outputs?: Readonly<Record<string, string>>;
}

const CREATED_ID = '$steps.create.outputs.transaction_id';
const { amount, currency, customer_name } = CREATE_REQUESTS.moncash.value;
const REFERENCE = { type: 'string', maxLength: 64, description: 'Your own id of the order.' };

/**
 * The usual flows of requests as an Arazzo 1.0 document, for programs: each with a test key, from start to end. A test runs every workflow.
 *
 * @param publicUrl the gateway's address
 */
export function arazzoDocument({ publicUrl, version }: { publicUrl: string; version: string }): object {
  return {
    arazzo: '1.0.1',
    info: {
      title: 'Peye',
      version,
      summary: 'Flows of requests with a test key.',
      description: 'Each workflow runs as it is with a test key. In live mode, the customer takes the step `complete`.',
    },
    sourceDescriptions: [{ name: 'peye', url: `${publicUrl}/openapi.json`, type: 'openapi' }],
    workflows: [
      {
        workflowId: 'payment',
        summary: 'Create a payment, complete it in test mode, and verify it',
        inputs: inputs({ reference: REFERENCE }, ['reference']),
        steps: [
          createStep('moncash'),
          COMPLETE,
          {
            stepId: 'verify',
            description: 'Only this status confirms the payment. Compare the amount with that of the order too.',
            operationId: 'readPayment',
            parameters: [inPath('transaction_id', CREATED_ID)],
            successCriteria: [OK, equals('$response.body#/data/status', 'completed')],
            outputs: { status: '$response.body#/data/status', amount: '$response.body#/data/amount' },
          },
        ] satisfies Step[],
        outputs: { transaction_id: CREATED_ID, status: '$steps.verify.outputs.status' },
      },
      {
        workflowId: 'refund',
        summary: 'Refund a part of a completed payment',
        inputs: inputs(
          {
            reference: REFERENCE,
            refund_id: { type: 'string', maxLength: 64, description: 'Your name for the refund.' },
          },
          ['reference', 'refund_id'],
        ),
        steps: [
          createStep('lakaypay_card'),
          COMPLETE,
          {
            stepId: 'refund',
            description: 'The same name and body always return the same refund, so the request can be repeated.',
            operationId: 'requestRefund',
            parameters: [inPath('refund_id', '$inputs.refund_id')],
            requestBody: json({ ...REQUEST_REFUND_REQUESTS.part.value, transaction_id: CREATED_ID }),
            successCriteria: [{ condition: '$statusCode == 201 || $statusCode == 200' }],
          },
          {
            stepId: 'read',
            description: 'The customer has the money when the status is `succeeded`.',
            operationId: 'readRefund',
            parameters: [inPath('refund_id', '$inputs.refund_id')],
            successCriteria: [OK, equals('$response.body#/data/status', 'succeeded')],
            onFailure: [{ name: 'readAgain', type: 'retry', retryAfter: 1, retryLimit: 30 }],
            outputs: { status: '$response.body#/data/status' },
          },
        ] satisfies Step[],
        outputs: { status: '$steps.read.outputs.status' },
      },
      {
        workflowId: 'checkoutSession',
        summary: 'Create a checkout session, read it, and cancel it',
        description: 'Redirect the customer to `url`, and read the session until its status is `paid`.',
        inputs: inputs({ reference: REFERENCE }, ['reference']),
        steps: [
          {
            stepId: 'create',
            description: 'One page where the customer chooses the payment method.',
            operationId: 'createCheckoutSession',
            requestBody: json({ ...CREATE_SESSION_REQUESTS.order.value, reference: '$inputs.reference' }),
            successCriteria: [{ condition: '$statusCode == 201' }],
            outputs: { session_id: '$response.body#/data/session_id', url: '$response.body#/data/url' },
          },
          {
            stepId: 'read',
            description: 'The status is `open` until the customer has paid.',
            operationId: 'readCheckoutSession',
            parameters: [inPath('session_id', '$steps.create.outputs.session_id')],
            successCriteria: [OK],
            outputs: { status: '$response.body#/data/status' },
          },
          {
            stepId: 'cancel',
            description: 'For an order that is no longer available. A session that was paid stays paid.',
            operationId: 'cancelCheckoutSession',
            parameters: [inPath('session_id', '$steps.create.outputs.session_id')],
            successCriteria: [OK],
            outputs: { status: '$response.body#/data/status' },
          },
        ] satisfies Step[],
        outputs: { url: '$steps.create.outputs.url', status: '$steps.cancel.outputs.status' },
      },
      {
        workflowId: 'eventsFeed',
        summary: 'Receive the event of a test payment without a public address',
        description:
          'The feed has the events of completed and failed test payments, which webhooks deliver in live mode.',
        inputs: inputs(
          {
            reference: REFERENCE,
            after: { type: 'string', maxLength: 512, description: 'The `next_cursor` of the last run, if any.' },
          },
          ['reference'],
        ),
        steps: [
          createStep('natcash'),
          COMPLETE,
          {
            stepId: 'events',
            description: 'Waits for the next event. Store `next_cursor` for the next call.',
            operationId: 'listEvents',
            parameters: [
              { name: 'after', in: 'query', value: '$inputs.after' },
              { name: 'wait', in: 'query', value: 10 },
            ],
            successCriteria: [OK, equals('$response.body#/data/0/event', 'payment.success')],
            outputs: {
              transaction_id: '$response.body#/data/0/data/transaction_id',
              next_cursor: '$response.body#/next_cursor',
            },
          },
        ] satisfies Step[],
        outputs: {
          transaction_id: '$steps.events.outputs.transaction_id',
          next_cursor: '$steps.events.outputs.next_cursor',
        },
      },
    ],
  };
}

const OK = { condition: '$statusCode == 200' };

const COMPLETE: Step = {
  stepId: 'complete',
  description: 'Test keys only: completes the payment, as the customer does on the page at `payment_url`.',
  operationId: 'completeTestPayment',
  parameters: [inPath('transaction_id', CREATED_ID)],
  successCriteria: [OK],
};

function createStep(method: string): Step {
  return {
    stepId: 'create',
    description: 'Store `transaction_id` with the order, then redirect the customer to `payment_url`.',
    operationId: 'createPayment',
    requestBody: json({ amount, currency, payment_method: method, customer_name, reference: '$inputs.reference' }),
    successCriteria: [{ condition: '$statusCode == 201' }],
    outputs: { transaction_id: '$response.body#/transaction_id', payment_url: '$response.body#/payment_url' },
  };
}

function inputs(properties: Readonly<Record<string, object>>, required: readonly string[]): object {
  return { type: 'object', properties, required };
}

function inPath(name: string, value: string): object {
  return { name, in: 'path', value };
}

function json(payload: object): object {
  return { contentType: 'application/json', payload };
}

function equals(expression: string, value: string): object {
  return { condition: `${expression} == '${value}'` };
}
