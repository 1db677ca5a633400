import { clientOf, connectionOf,             limitOf, text, usage } from './given.js';
import { details, printResult, table } from './output.js';

export async function createPayment({ values }       )                {
  const amount = text(values, 'amount');
  const name = text(values, 'name');
  const method = text(values, 'method');
  if (!amount || !name || !method) throw usage('payments create needs --amount, --method and --name');
  const created = await create(clientOf(connectionOf(values)), {
    amount: readAmount(amount),
    currency: text(values, 'currency') ?? 'HTG',
    payment_method: method,
    customer_name: name,
    customer_email: text(values, 'email'),
    customer_phone: text(values, 'phone'),
    reference: text(values, 'reference'),
    description: text(values, 'description'),
  });
  const { success: _, ...fields } = created;
  printResult(values, created, () => details(fieldsOf(fields)));
}

export function create(peye      , fields                                   ) {
  return peye.payments.create(given(fields)                                                        );
}

export function readAmount(amount        )         {
  if (!/^\d{1,12}(?:\.\d{1,2})?$/.test(amount)) throw usage('--amount is a number such as 500 or 12.50');
  return amount;
}

export async function listPayments({ values }       )                {
  const filters         = given({
    status: text(values, 'status'),
    payment_method: text(values, 'method'),
    reference: text(values, 'reference'),
    per_page: limitOf(values),
  });
  const { data } = await clientOf(connectionOf(values)).payments.list(filters);
  printResult(values, data, () => (data.length === 0 ? 'No payments match.' : paymentTable(data)));
}

function paymentTable(payments                    )         {
  return table(
    ['ID', 'STATUS', 'METHOD', 'AMOUNT', 'REFERENCE', 'CREATED'],
    payments.map(
      ({ transaction_id: id, status, payment_method: method, amount, currency, reference, created_at: at }) => [
        id,
        status,
        method,
        `${amount} ${currency}`,
        reference,
        at,
      ],
    ),
  );
}

export async function showPayment({ values, args }       )                {
  const payment = await clientOf(connectionOf(values)).payments.retrieve(args[0] ?? '');
  printResult(values, payment, () => details(fieldsOf(payment)));
}

export async function verifyPayment({ values, args }       )                {
  const verified = await clientOf(connectionOf(values)).payments.verify(args[0] ?? '');
  printResult(values, verified, () => details(fieldsOf(verified)));
}

function fieldsOf(item        )                                       {
  return Object.entries(item).map(([name, value]) => [
    name,
    value === null || value === undefined ? null : typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
}

function given                  (fields   )    {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))     ;
}
