import type { Payment, Peye } from '../../typescript/src/index.ts';
import { clientOf, connectionOf, type Given, limitOf, text, usage } from './given.ts';
import { details, printResult, table } from './output.ts';

/** `peye payments create`. */
export async function createPayment({ values }: Given): Promise<void> {
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
  // `success` is always true here: a failure is thrown.
  const { success: _, ...fields } = created;
  printResult(values, created, () => details(fieldsOf(fields)));
}

/** Creates a payment. The gateway checks the fields, whose types the SDK would otherwise require. */
export function create(peye: Peye, fields: Readonly<Record<string, unknown>>) {
  return peye.payments.create(given(fields) as unknown as Parameters<Peye['payments']['create']>[0]);
}

/** The amount as typed. The SDK sends its digits. */
export function readAmount(amount: string): string {
  if (!/^\d{1,12}(?:\.\d{1,2})?$/.test(amount)) throw usage('--amount is a number such as 500 or 12.50');
  return amount;
}

/** `peye payments list`. */
export async function listPayments({ values }: Given): Promise<void> {
  const filters: object = given({
    status: text(values, 'status'),
    payment_method: text(values, 'method'),
    reference: text(values, 'reference'),
    per_page: limitOf(values),
  });
  const { data } = await clientOf(connectionOf(values)).payments.list(filters);
  printResult(values, data, () => (data.length === 0 ? 'No payments match.' : paymentTable(data)));
}

function paymentTable(payments: readonly Payment[]): string {
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

/** `peye payments show ID`. */
export async function showPayment({ values, args }: Given): Promise<void> {
  const payment = await clientOf(connectionOf(values)).payments.retrieve(args[0] ?? '');
  printResult(values, payment, () => details(fieldsOf(payment)));
}

/** `peye payments verify ID`. */
export async function verifyPayment({ values, args }: Given): Promise<void> {
  const verified = await clientOf(connectionOf(values)).payments.verify(args[0] ?? '');
  printResult(values, verified, () => details(fieldsOf(verified)));
}

/** The members of an object as they are in the API. */
function fieldsOf(item: object): (readonly [string, string | null])[] {
  return Object.entries(item).map(([name, value]) => [
    name,
    value === null || value === undefined ? null : typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
}

function given<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
