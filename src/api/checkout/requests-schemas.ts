import { ERROR_CODES } from '../../core/errors.ts';
import { STATUS_CLASSES } from '../../features/requests/request-lines.ts';
import {
  documented,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  string,
  type ValueOf,
} from '../schemas/json-schema.ts';
import { Timestamp } from '../schemas/payments.ts';

const MAX_ID = 64;
const RequestId = string({ maxLength: MAX_ID, examples: ['req_3f1c9a7b2d4e6f8091a2b3c4'] });

/** A request as the API lists it. */
export const ApiRequest = object(
  {
    request_id: { ...RequestId, description: 'The `X-Request-Id` of the response.' },
    key_id: string({ maxLength: MAX_ID, description: 'The key that was used.', examples: ['key_4f7Kq2mZ8RtY1bXc'] }),
    created_at: { ...Timestamp, description: 'When the request arrived.' },
    method: string({ maxLength: 16, examples: ['POST'] }),
    path: string({
      maxLength: 255,
      description: 'The path as in this document, without the values of its parameters.',
      examples: ['/api/gateway/v1/payments/{transaction_id}'],
    }),
    status: integer({ minimum: 100, maximum: 599, description: 'The HTTP status of the response.' }),
    error: nullable(string({ maxLength: MAX_ID }), {
      description: 'The `error` of the response; null if it has none.',
    }),
    transaction_id: nullable(string({ maxLength: 16 }), {
      description: 'The payment that was created or named in the path.',
      examples: ['915840412345678'],
    }),
    duration_us: integer({ minimum: 0, description: 'The time until the response was sent, in microseconds.' }),
  },
  {
    $id: 'ApiRequest',
    additionalProperties: false,
    description: "A request of a key of the key's website and mode. Bodies and query parameters are not stored.",
  },
);

export const RequestsCursor = nullable(string({ maxLength: MAX_ID }), {
  description: 'The `cursor` of the next page; null on the last one.',
});

export const RequestsQuery = object({
  request_id: optional({ ...RequestId, description: 'Only the request with this `X-Request-Id`.' }),
  status: optional(
    oneOf(STATUS_CLASSES, { description: 'Only responses with a status of this class.', examples: ['4xx'] }),
  ),
  error: optional(
    oneOf(ERROR_CODES, { description: 'Only responses with this error.', examples: ['validation_error'] }),
  ),
  key_id: optional(
    string({
      ...documented({ maxLength: MAX_ID }),
      description: 'Only requests of this key.',
      examples: ['key_4f7Kq2mZ8RtY1bXc'],
    }),
  ),
  per_page: optional(
    integer({ minimum: 1, maximum: 100, default: 20, description: 'Requests on a page.', examples: [20] }),
  ),
  cursor: optional(
    string({
      ...documented({ maxLength: MAX_ID }),
      description: 'Empty for the first page, then the `next_cursor` of the previous response.',
      examples: [''],
    }),
  ),
});
export type RequestsQuery = ValueOf<typeof RequestsQuery>;
