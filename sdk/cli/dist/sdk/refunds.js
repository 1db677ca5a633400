import { InvalidArgumentError } from './errors.js';
import { fieldsInJson } from './fields-in-json.js';

import { read, readPage, refund } from './transport.js';

export async function createRefund(
  settings          ,
  refundId        ,
  fields                    ,
  timeoutMs                    ,
)                  {
  const params = refundParam(refundId);
  if (typeof fields !== 'object' || fields === null || typeof fields.transaction_id !== 'string') {
    throw new InvalidArgumentError(
      'refunds.create takes a refund_id and an object: { transaction_id, amount, reason }.',
    );
  }
  const { amount, ...others } = fields;
  const body = amount == null ? JSON.stringify(others) : fieldsInJson({ amount, ...others });
  return refund(await read(settings, 'requestRefund', { params, body, timeoutMs }));
}

export async function readRefund(settings          , refundId        )                  {
  return refund(await read(settings, 'readRefund', { params: refundParam(refundId) }));
}

export async function* iterateRefunds(
  settings          ,
  filters               ,
)                                          {
  if (filters.cursor !== undefined) throw new InvalidArgumentError('refunds.iterate reads all pages: remove `cursor`.');
  let cursor                = '';
  while (cursor !== null) {
    const page             = await readPage(settings, 'listRefunds', { per_page: 100, ...filters, cursor });
    yield* page.data;
    cursor = page.next_cursor;
  }
}

export async function* iterateDisputes(
  settings          ,
  filters                ,
)                                           {
  if (filters.cursor !== undefined)
    throw new InvalidArgumentError('disputes.iterate reads all pages: remove `cursor`.');
  let cursor                = '';
  while (cursor !== null) {
    const page              = await readPage(settings, 'listDisputes', { per_page: 100, ...filters, cursor });
    yield* page.data;
    cursor = page.next_cursor;
  }
}

function refundParam(id         )                        {
  if (typeof id === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(id)) return { refund_id: id };
  throw new InvalidArgumentError(
    'A refund_id is your own name for the refund, such as order-1042-refund: 1 to 64 letters, digits, - and _. Use the same name when you repeat a request.',
  );
}
