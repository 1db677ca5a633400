import { randomInt } from 'node:crypto';
import { type ApiResponse, errorResponse } from './responses.ts';
import type { MoncashState } from './state.ts';

/** Money that went from the prefunded account to a wallet. */
export interface Transfer {
  readonly reference: string;
  readonly transactionId: string;
  readonly receiver: string;
  readonly desc: string;
  readonly amountMinor: number;
}

/** All transfers, oldest first. */
export type Transfers = Transfer[];

type Fields = Readonly<Record<string, unknown>>;

/** `POST /v1/Transfert`: four fields and no other. Each reference is used once. */
export function transfert(state: MoncashState, path: string, fields: Fields): ApiResponse {
  const first = transferOnce(state, path, fields);
  return state.faults.doublesTransfer ? transferOnce(state, path, fields) : first;
}

function transferOnce({ faults, transfers, now }: MoncashState, path: string, fields: Fields): ApiResponse {
  const { amount, receiver, desc, reference, ...others } = fields;
  const refuse = (status: number, message: string) => errorResponse(status, path, message, now());
  if (Object.keys(others).length > 0) return refuse(400, `Unrecognized field ${Object.keys(others)[0]}`);
  if (typeof amount !== 'number' || amount <= 0 || !Number.isInteger(amount)) return refuse(400, 'Invalid amount');
  if (typeof receiver !== 'string' || !/^509\d{8}$/.test(receiver)) return refuse(400, 'Invalid receiver');
  if (typeof desc !== 'string' || desc === '') return refuse(400, 'Invalid desc');
  if (typeof reference !== 'string' || !/^\w{1,64}$/.test(reference)) return refuse(400, 'Invalid reference');
  if (transfers.some((one) => one.reference === reference)) return refuse(403, 'Reference already used');
  if (faults.refuseTransfer !== null) return refuse(403, faults.refuseTransfer);
  const amountMinor = amount * 100;
  if (amountMinor > faults.prefundedMinor) return refuse(403, 'Insufficient balance');
  faults.prefundedMinor -= amountMinor;
  const made = { reference, receiver, desc, amountMinor, transactionId: String(randomInt(10_000_000, 10_000_000_000)) };
  transfers.push(made);
  const transfer = { transaction_id: made.transactionId, amount, receiver, message: 'successful', desc };
  return { status: 200, body: { path, transfer, timestamp: now(), status: 200 } };
}

/** `POST /v1/PrefundedTransactionStatus`: the status of a transfer, by its reference. */
export function transferStatus(
  { faults, transfers, now }: MoncashState,
  path: string,
  { reference }: Fields,
): ApiResponse {
  const isKnown = transfers.some((one) => one.reference === reference);
  if (!isKnown) return errorResponse(404, path, "Can't find this transaction", now());
  const transStatus = faults.transferStatus ?? 'successful';
  return { status: 200, body: { path, transStatus, timestamp: now(), status: 200 } };
}

/** `GET /v1/PrefundedBalance`. */
export function prefundedBalance({ faults, now }: MoncashState, path: string): ApiResponse {
  const gourdes = faults.prefundedMinor / 100;
  const balance = faults.balanceAs === 'number' ? gourdes : { balance: gourdes, message: 'successful' };
  return { status: 200, body: { path, balance, timestamp: now(), status: 200 } };
}
