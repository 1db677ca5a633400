import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { respondUnder } from '../respond-under.ts';
import { chargeToken } from './charge-token.ts';
import { refuseCall } from './check-rest-signature.ts';
import type { RestResponse } from './rest-response.ts';
import { refundCharge, voidCharge } from './return-money.ts';
import { readQuery } from './search-query.ts';
import type { SecureAcceptanceState } from './state.ts';
import { transactionDetailJson, transactionJson } from './transaction-json.ts';

type Json = Readonly<Record<string, unknown>>;

/** The switch by which each call fails. */
const SWITCH_OF = {
  search: 'query',
  transaction: 'details',
  payment: 'charge',
  refund: 'refund',
  void: 'cancel',
} as const;

/** The REST API: the search, one transaction, charges of stored cards, and the refund or void of a charge. Every call is signed. */
export async function restRoutes(app: FastifyInstance, state: SecureAcceptanceState): Promise<void> {
  // Digests are computed over the bytes as they were sent.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.post('/tss/v2/searches', (request, reply) => {
    const body = jsonOf(request);
    return respond('search', typeof body?.query === 'string' ? body.query : null, request, reply, () =>
      search(state, body ?? {}),
    );
  });
  app.get<{ Params: { id: string } }>('/tss/v2/transactions/:id', (request, reply) =>
    respond('transaction', request.params.id, request, reply, () => {
      const found = indexed(state).find(({ id }) => id === request.params.id);
      return found
        ? { status: 200, body: transactionDetailJson(found, state.profile.merchantId) }
        : { status: 404, body: { status: 'NOT_FOUND', message: 'The requested resource is not found.' } };
    }),
  );
  app.post('/pts/v2/payments', (request, reply) => {
    const body = jsonOf(request) ?? {};
    const { code } = (body.clientReferenceInformation ?? {}) as Json;
    return respond('payment', typeof code === 'string' ? code : null, request, reply, () => chargeToken(state, body));
  });
  app.post<{ Params: { id: string } }>('/pts/v2/payments/:id/refunds', (request, reply) =>
    respond('refund', request.params.id, request, reply, () =>
      refundCharge(state, request.params.id, jsonOf(request) ?? {}),
    ),
  );
  app.post<{ Params: { id: string } }>('/pts/v2/payments/:id/voids', (request, reply) =>
    respond('void', request.params.id, request, reply, () =>
      voidCharge(state, request.params.id, jsonOf(request) ?? {}),
    ),
  );

  function respond(
    operation: keyof typeof SWITCH_OF,
    subject: string | null,
    request: FastifyRequest,
    reply: FastifyReply,
    effect: () => RestResponse,
  ): Promise<FastifyReply> {
    const refusal = refusalOf(request);
    state.calls.push({ operation, subject, refusal: refusal ?? null });
    return respondUnder(() => state.faults[SWITCH_OF[operation]], reply, {
      effect: () =>
        refusal === undefined ? effect() : { status: 401, body: { response: { rmsg: 'Authentication Failed' } } },
      send: ({ status, body }) => reply.code(status).type('application/hal+json').send(JSON.stringify(body)),
    });
  }

  function refusalOf({ method, raw, headers, body }: FastifyRequest): string | undefined {
    const signed = { method, target: raw.url ?? '', headers, body: Buffer.isBuffer(body) ? body : undefined };
    return refuseCall(state.profile, signed, state.now());
  }
}

function search(state: SecureAcceptanceState, body: Json): RestResponse {
  const { query, offset = 0, limit = 20, sort, timezone, save } = body;
  const { isSearchLoose: isLoose } = state.faults;
  const isFound = typeof query === 'string' ? readQuery(query, state.now(), { isLoose }) : undefined;
  const isCount = (value: unknown, from: number, to: number) =>
    Number.isInteger(value) && (value as number) >= from && (value as number) <= to;
  if (
    !isFound ||
    save !== false ||
    typeof timezone !== 'string' ||
    !isCount(offset, 0, 1e9) ||
    !isCount(limit, 1, 2500)
  ) {
    return { status: 400, body: { status: 'INVALID_REQUEST', message: 'The search cannot be read.' } };
  }
  const found = indexed(state).filter(isFound);
  const ascending = found.toSorted((a, b) => a.atMs - b.atMs);
  const all = sort === 'submitTimeUtc:asc' ? ascending : ascending.reverse();
  const page = all.slice(offset as number, (offset as number) + (limit as number));
  return {
    status: 201,
    body: {
      searchId: randomUUID(),
      save,
      query,
      offset,
      limit,
      sort,
      timezone,
      count: page.length,
      totalCount: all.length,
      _embedded:
        page.length === 0
          ? {}
          : { transactionSummaries: page.map((one) => transactionJson(one, state.profile.merchantId)) },
    },
  };
}

/** The transactions that a search knows by now. */
function indexed({ transactions, faults, now }: SecureAcceptanceState) {
  return transactions.all().filter(({ atMs }) => now() - atMs >= faults.indexLagMs);
}

function jsonOf({ body }: FastifyRequest): Json | undefined {
  try {
    const value: unknown = JSON.parse(String(body));
    return typeof value === 'object' && value !== null ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}
