import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, type FieldErrors, validationError } from '../../core/errors.ts';
import { parseTimestamp } from '../../core/timestamps.ts';
import type { Database } from '../../database/database.ts';
import { linkJson } from '../../features/links/link-json.ts';
import type { LinkFields } from '../../features/links/link-rules.ts';
import type { PaymentLink } from '../../features/links/payment-link.ts';
import { findLinkByCode, listNewestLinks } from '../../features/links/store/payment-links.ts';
import { principalOf } from '../../http/authenticate.ts';
import { jsonBodyOf } from '../../http/json-bodies.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { refusalText } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { JsonBody } from '../../platform/text/json-body.ts';
import type { JsonObject } from '../../platform/text/json-object.ts';
import type { OperatorVerbs } from '../../verbs/operator-verbs.ts';
import { cutPage, DEFAULT_PER_PAGE, readCursor } from '../list-page.ts';
import type { CreateLinkBody, LinkParams, LinkPictureBody, LinksQuery } from './links-schemas.ts';

/** The dependencies of the payment links API. */
export interface LinksDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** The gateway's public URL, without a trailing slash: the start of every link's address. */
  readonly publicUrl: string;
  readonly operator: Pick<OperatorVerbs, 'createLink' | 'changeLinkPicture' | 'deactivateLink'>;
}

/** Creates a link for the key's website and mode. */
export async function createLink(deps: LinksDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { key, website } = principalOf(request);
  const found = request.validationError instanceof ApiError ? request.validationError.errors : undefined;
  const fields = readLinkFields(request.body as CreateLinkBody | undefined, jsonBodyOf(request), { ...found });
  const made = { ...fields, websiteId: website.id, mode: key.mode, keyId: key.id, isByKey: true };
  const link = await asApiError(deps.operator.createLink(made));
  return reply.code(201).send({ success: true, data: shown(deps, link) });
}

/** The links of the key's website and mode, newest first. */
export async function listLinks(deps: LinksDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { key, website } = principalOf(request);
  const { per_page: perPage = DEFAULT_PER_PAGE, cursor = '' } = request.query as LinksQuery;
  const before = await readCursor(cursor, (code) => findOwn(deps, request, code));
  const filter = { websiteId: website.id, mode: key.mode, before };
  const found = await listNewestLinks(deps.db, { ...filter, limit: perPage + 1 });
  const { items, nextCursor } = cutPage(found, perPage, ({ code }) => code);
  return reply.send({ success: true, data: items.map((link) => shown(deps, link)), next_cursor: nextCursor });
}

/** One link of the key's website and mode. */
export async function readLink(deps: LinksDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return reply.send({ success: true, data: shown(deps, await requireOwn(deps, request)) });
}

/** Deactivates a link permanently. */
export async function deactivateLink(
  deps: LinksDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id } = await requireOwn(deps, request);
  const link = await asApiError(deps.operator.deactivateLink(id, { isByKey: true }));
  return reply.send({ success: true, data: shown(deps, link) });
}

/** Replaces a link's picture. */
export async function changePicture(
  deps: LinksDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id } = await requireOwn(deps, request);
  const content = bytesOf((request.body as LinkPictureBody).picture);
  const link = await asApiError(deps.operator.changeLinkPicture(id, content, { isByKey: true }));
  return reply.send({ success: true, data: shown(deps, link) });
}

/** Removes a link's picture. */
export async function removePicture(
  deps: LinksDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id } = await requireOwn(deps, request);
  const link = await asApiError(deps.operator.changeLinkPicture(id, null, { isByKey: true }));
  return reply.send({ success: true, data: shown(deps, link) });
}

function bytesOf(base64: string): Buffer {
  // Buffer.from skips characters that are not base64.
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0) {
    throw validationError({ picture: ['The picture field must be base64.'] });
  }
  return Buffer.from(base64, 'base64');
}

/** A link as the API shows it: without its creator, who may be one of the operator's users. */
function shown({ publicUrl, clock }: LinksDeps, link: PaymentLink): JsonObject {
  const { created_by: _, ...json } = linkJson(link, { publicUrl, nowUs: clock() });
  return json;
}

async function requireOwn(deps: LinksDeps, request: FastifyRequest): Promise<PaymentLink> {
  const { code } = request.params as LinkParams;
  const link = await findOwn(deps, request, code);
  if (!link) throw new ApiError('not_found', { message: 'There is no payment link with this code.' });
  return link;
}

/** A link of the key's website and mode; any other is not found. */
async function findOwn({ db }: LinksDeps, request: FastifyRequest, text: string): Promise<PaymentLink | undefined> {
  const { key, website } = principalOf(request);
  const link = await findLinkByCode(db, text);
  return link?.websiteId === website.id && link.mode === key.mode ? link : undefined;
}

/** A verb's refusal as an API error. */
async function asApiError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const messages = error.faults.map(({ field, refusal }): [string, string[]] => {
      return [field, [refusalText(refusal, 'en')]];
    });
    throw validationError(Object.fromEntries(messages));
  }
}

/**
 * The fields of a link in a JSON body, with amounts as they were written. `errors` is the result of the schema validation. Throws ApiError
 * `validation_error` that names each field with a wrong type. The verb checks the values.
 */
function readLinkFields(body: CreateLinkBody | undefined, sent: JsonBody | undefined, errors: FieldErrors): LinkFields {
  if (body === undefined || sent === undefined) throw validationError({ body: ['The body must be a JSON object.'] });
  const expiresAtUs = body.expires_at === undefined || errors.expires_at ? null : momentOf(body.expires_at);
  if (expiresAtUs === undefined) {
    errors.expires_at = ['The expires_at field must be a time such as 2026-12-31T23:59:59-05:00.'];
  }
  if (Object.keys(errors).length > 0) throw validationError(errors);
  const source = (name: string) => sent.sources.get(name) ?? null;
  return {
    name: body.name,
    descriptions: body.descriptions,
    amountMode: body.amount_mode,
    currency: body.currency,
    amount: body.amount === undefined ? null : source('amount'),
    minAmount: body.min_amount === undefined ? null : source('min_amount'),
    maxAmount: body.max_amount === undefined ? null : source('max_amount'),
    methods: body.methods,
    stock: body.stock,
    isSingleUse: body.single_use,
    maxQuantity: body.max_quantity,
    expiresAtUs: expiresAtUs ?? null,
    asksName: body.asks_name,
    asksPhone: body.asks_phone,
    asksEmail: body.asks_email,
    thanks: body.thanks,
    notifyEmail: body.notify_email,
  };
}

/** A day alone is refused, because the link would expire when the day starts in UTC. */
function momentOf(text: string): number | undefined {
  return text.includes('T') ? parseTimestamp(text) : undefined;
}
