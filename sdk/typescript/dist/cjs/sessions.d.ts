import type { Settings } from './settings.js';
import type { CheckoutSession, CreateSessionFields } from './types.js';
/**
* Creates a checkout session. It is repeated after failures that may be temporary: a session whose response was lost is never shown to a
* customer, and expires unpaid.
*/
export declare function createSession(settings: Settings, fields: CreateSessionFields, timeoutMs: number | undefined): Promise<CheckoutSession>;
/** The session as it is now. */
export declare function readSession(settings: Settings, sessionId: string): Promise<CheckoutSession>;
/** Cancels a session. Cancelling it again is not an error, so the request is repeated like a read. */
export declare function cancelSession(settings: Settings, sessionId: string): Promise<CheckoutSession>;
