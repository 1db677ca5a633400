import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { type FieldErrors, validationError } from '../../domain/errors.ts';
import { paymentJson } from '../../domain/payment-json.ts';
import { parseDay } from '../../domain/timestamps.ts';
import type { Database } from '../../storage/database.ts';
import { listPayments } from '../../storage/payments.ts';
import { LIST_ANSWERS } from '../schemas/examples.ts';
import { ListQuery } from '../schemas/payments.ts';
import { enveloped, responses } from '../schemas/responses.ts';

const DEFAULT_PER_PAGE = 20;

/** SPEC: GET /payments. The payments created with this API key, newest first. */
export function listPaymentsRoute(app: FastifyInstance, { db }: { db: Database }): void {
  app.get<{ Querystring: ListQuery }>(
    '/payments',
    {
      schema: {
        operationId: 'listPayments',
        summary: 'List payments',
        description:
          'The payments created with this API key, newest first. Rolling a key keeps its payments. ' +
          '`total` and `last_page` count what the filters leave.',
        tags: ['Payments'],
        querystring: ListQuery,
        response: responses(
          {
            status: 200,
            description: 'The payments created with this API key, newest first.',
            schema: enveloped(Type.Array(Type.Ref('Payment')), { pagination: Type.Ref('Pagination') }),
            examples: LIST_ANSWERS,
          },
          ['validation_error'],
        ),
      },
    },
    async (request, reply) => {
      const { status, payment_method: method, page = 1, per_page: perPage = DEFAULT_PER_PAGE } = request.query;
      const filter = { apiKeyId: request.principal.key.id, status, method, ...readDays(request.query) };
      const { payments, total } = await listPayments(db, filter, { page, perPage });
      const pagination = {
        current_page: page,
        per_page: perPage,
        total,
        last_page: Math.max(1, Math.ceil(total / perPage)),
      };
      return reply
        .type('application/json; charset=utf-8')
        .send(
          `{"success":true,"data":[${payments.map(paymentJson).join(',')}],"pagination":${JSON.stringify(pagination)}}`,
        );
    },
  );
}

function readDays(query: ListQuery): { fromDay?: number; toDay?: number } {
  const errors: FieldErrors = {};
  const read = (field: 'from_date' | 'to_date') => {
    const text = query[field];
    const day = text === undefined ? undefined : parseDay(text);
    if (text !== undefined && day === undefined) errors[field] = [`The ${field} field must be a date as YYYY-MM-DD.`];
    return day;
  };
  const fromDay = read('from_date');
  const toDay = read('to_date');
  if (fromDay !== undefined && toDay !== undefined && fromDay > toDay) {
    errors.to_date = ['The to_date field must not be before from_date.'];
  }
  if (Object.keys(errors).length > 0) throw validationError(errors);
  return { ...(fromDay !== undefined && { fromDay }), ...(toDay !== undefined && { toDay }) };
}
