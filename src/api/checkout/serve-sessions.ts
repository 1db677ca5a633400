import type { FastifyReply, FastifyRequest } from 'fastify';
import { US_PER_DAY } from '../../core/durations.ts';
import { ApiError, type FieldErrors, validationError } from '../../core/errors.ts';
import { parseTimestamp } from '../../core/timestamps.ts';
import type { Database } from '../../database/database.ts';
import type { NewSession } from '../../features/checkout/create-session.ts';
import { type CheckoutSession, SESSION_MEMBER } from '../../features/checkout/session.ts';
import { merchantSessionJson } from '../../features/checkout/session-json.ts';
import { findSession, listPaymentsOfSession } from '../../features/checkout/store/sessions.ts';
import { LINK_METHODS } from '../../features/links/payment-link.ts';
import { checkReturnUrl } from '../../features/websites/website-rules.ts';
import { principalOf } from '../../http/authenticate.ts';
import { jsonBodyOf } from '../../http/json-bodies.ts';
import { logOf } from '../../http/note-on-request.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { refusalText } from '../../platform/messages/refusals/refusal-messages.ts';
import type { PaymentVerbs } from '../../verbs/payment-verbs.ts';
import { checkTexts, readAmount } from '../routes/create-payment.ts';
import { CreateSession, type CreateSessionBody, type SessionParams } from './checkout-schemas.ts';

const DEFAULT_LIFE_US = US_PER_DAY;
const LONGEST_LIFE_US = 30 * US_PER_DAY;

/** The dependencies of the sessions of the checkout API. */
export interface SessionsDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** The gateway's public URL, without a trailing slash: the start of every session's address. */
  readonly publicUrl: string;
  readonly checkout: Pick<PaymentVerbs, 'createSession' | 'cancelSession'>;
}

/** Creates a session for the key's website and mode. Contract: CHECKOUT-2. */
export async function createSession(
  deps: SessionsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { key, website } = principalOf(request);
  const fields = readFields(request, deps.clock());
  const owner = { websiteId: website.id, apiKeyId: key.id, mode: key.mode };
  return send(deps, reply.code(201), await deps.checkout.createSession({ ...fields, ...owner }, website));
}

/** One session of the key's website and mode. */
export async function readSession(
  deps: SessionsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return send(deps, reply, await requireOwn(deps, request));
}

/** Cancels a session. Contract: CHECKOUT-6. */
export async function cancelSession(
  deps: SessionsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return send(deps, reply, await deps.checkout.cancelSession(await requireOwn(deps, request), logOf(request)));
}

async function send(
  { db, publicUrl, clock }: SessionsDeps,
  reply: FastifyReply,
  session: CheckoutSession,
): Promise<FastifyReply> {
  const data = merchantSessionJson(session, await listPaymentsOfSession(db, session.id), { publicUrl, nowUs: clock() });
  return reply.type('application/json; charset=utf-8').send(`{"success":true,"data":${data}}`);
}

/** A session of the key's website and mode; any other is not found. */
async function requireOwn({ db }: SessionsDeps, request: FastifyRequest): Promise<CheckoutSession> {
  const { key, website } = principalOf(request);
  const session = await findSession(db, (request.params as SessionParams).session_id);
  if (session?.websiteId === website.id && session.mode === key.mode) return session;
  throw new ApiError('not_found', { message: 'There is no checkout session with this id.' });
}

/** The fields of a session in a JSON body. Throws ApiError `validation_error` that names every invalid field. */
function readFields(request: FastifyRequest, nowUs: number): Omit<NewSession, 'websiteId' | 'apiKeyId' | 'mode'> {
  const body = request.body as CreateSessionBody | undefined;
  const sent = jsonBodyOf(request);
  if (body === undefined || sent === undefined) throw validationError({ body: ['The body must be a JSON object.'] });
  const errors: FieldErrors = { ...(request.validationError instanceof ApiError && request.validationError.errors) };
  const blame = (field: string, message: string) => (errors[field] ??= []).push(message);
  checkTexts(sent, body, CreateSession, blame);
  const amountMinor = errors.amount ? 0 : readAmount(sent.sources.get('amount') ?? '', blame);
  for (const field of ['return_url', 'cancel_url'] as const) {
    const fault = body[field] === undefined || errors[field] ? undefined : checkReturnUrl(body[field]);
    if (fault) blame(field, `The ${field} field was refused: ${refusalText(fault, 'en')}.`);
  }
  if (!errors.methods && body.methods?.length === 0) blame('methods', 'The methods field must name a method.');
  if (!errors.metadata && body.metadata && Object.hasOwn(body.metadata, SESSION_MEMBER)) {
    blame('metadata', `The metadata field must not have the member ${SESSION_MEMBER}, which is reserved.`);
  }
  const expiresAtUs = errors.expires_at ? 0 : readExpiry(body.expires_at, nowUs, blame);
  if (Object.keys(errors).length > 0) throw validationError(errors);
  return {
    amountMinor,
    currency: body.currency,
    reference: body.reference ?? null,
    description: body.description ?? null,
    metadata: body.metadata === undefined ? null : (sent.sources.get('metadata') ?? null),
    customerName: body.customer_name ?? null,
    customerEmail: body.customer_email ?? null,
    customerPhone: body.customer_phone ?? null,
    returnUrl: body.return_url ?? null,
    cancelUrl: body.cancel_url ?? null,
    methods: LINK_METHODS.filter((method) => body.methods?.includes(method) ?? true),
    expiresAtUs,
  };
}

/** A day alone is refused, because the session would expire when the day starts in UTC. */
function readExpiry(text: string | undefined, nowUs: number, blame: (field: string, message: string) => void): number {
  if (text === undefined) return Math.floor(nowUs) + DEFAULT_LIFE_US;
  const atUs = text.includes('T') ? parseTimestamp(text) : undefined;
  if (atUs === undefined) blame('expires_at', 'The expires_at field must be a time such as 2026-12-31T23:59:59-05:00.');
  else if (atUs <= nowUs) blame('expires_at', 'The expires_at field must be in the future.');
  else if (atUs > nowUs + LONGEST_LIFE_US) blame('expires_at', 'The expires_at field must be within 30 days.');
  return atUs ?? 0;
}
