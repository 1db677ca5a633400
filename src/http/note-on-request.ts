import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../domain/errors.ts';
import { requestValue } from './request-value.ts';

/** A request's telemetry besides the common fields. */
export interface RequestNotes {
  /** The code of the error that is the response. */
  readonly error?: ErrorCode;
  /** Refused because the process is overloaded: that is told by one line for many. */
  readonly isShed?: boolean;
  /** Its pattern, where one route of the server stands for many. */
  readonly route?: string;
  readonly websiteId?: string;
  readonly keyId?: string;
  /** The payment that it is about, where no parameter of the route says so. */
  readonly paymentId?: number;
}

const NOTES = requestValue<RequestNotes>('notes');

/** Lets the requests of `app` be noted on. */
export function prepareNotes(app: FastifyInstance): void {
  NOTES.prepare(app);
}

/** Keeps what is noted on a request from now on. Without this nothing is kept, because nobody asks for it. */
export function keepNotes(request: FastifyRequest): void {
  NOTES.set(request, {});
}

/** Adds to what was noted on a request; what bears the same name is replaced. */
export function noteOnRequest(request: FastifyRequest, notes: RequestNotes): void {
  const kept = NOTES.get(request);
  if (kept) Object.assign(kept, notes);
}

/** What was noted on a request; empty when nothing was. */
export function notesOf(request: FastifyRequest): RequestNotes {
  return NOTES.get(request) ?? {};
}
