import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../core/errors.ts';
import type { Log } from '../platform/log/log.ts';
import { requestValue } from './request-value.ts';

/** A request's telemetry besides the common fields. */
export interface RequestNotes {
  /** The code of the error in the response. */
  readonly error?: ErrorCode;
  /** Refused because the process is overloaded: many such requests share one log line. */
  readonly isShed?: boolean;
  /** The route pattern, where one route of the server represents many. */
  readonly route?: string;
  readonly websiteId?: string;
  readonly keyId?: string;
  /** The payment that the request concerns, if no route parameter names it. */
  readonly paymentId?: number;
}

const NOTES = requestValue<RequestNotes>('notes');

/** Lets the requests of `app` carry notes. */
export function prepareNotes(app: FastifyInstance): void {
  NOTES.prepare(app);
}

/** Stores notes on a request from now on. Without this call notes are discarded, because no telemetry reads them. */
export function storeNotes(request: FastifyRequest): void {
  NOTES.set(request, {});
}

/** Adds to the notes on a request; a note with the same name is replaced. */
export function noteOnRequest(request: FastifyRequest, notes: RequestNotes): void {
  const kept = NOTES.get(request);
  if (kept) Object.assign(kept, notes);
}

/** The notes on a request; empty when there are none. */
export function notesOf(request: FastifyRequest): RequestNotes {
  return NOTES.get(request) ?? {};
}

/** The log of a request: its lines carry the request's id. */
export function logOf(request: FastifyRequest): Log {
  // Fastify's type only has the few methods that Fastify calls, but the server passes our log.
  return request.log as Log;
}
