import type { FastifyReply } from 'fastify';
import type { Ability } from '../core/roles.ts';
import type { OperatorError } from '../platform/operator-error.ts';
import type { ConsoleContext, SignedInContext } from './console-context.ts';

/**
 * Who may use a route. `everybody`: no sign-in required. `half`: after the password, before two-factor authentication. `signed_in`: every
 * role, for the user's own account. An ability: the roles that have it.
 */
type Access = 'everybody' | 'half' | 'signed_in' | Ability;

/** How often a form sends a field: exactly once; at most once, such as a checkbox; any number of times, such as a list of choices. */
export type FieldCount = 'one' | 'maybe' | 'many';

interface Address {
  /** The path below `/console`; empty for the first page. */
  readonly path: string;
}

interface Page {
  readonly method: 'GET';
}

interface Form {
  readonly method: 'POST';
  /**
   * The form's fields, besides those of every form. A request with other fields, or without some of these, is refused before it is read.
   */
  readonly sends: Readonly<Record<string, FieldCount>>;
}

/** Handles a request of a user who has access. */
export interface Work<Context> {
  readonly handle: (context: Context) => Promise<FastifyReply>;
  /**
   * Shows a form or its page again with a verb's refusal, with this status, or with one that it chooses. Rethrows a refusal
   * that it cannot show. Without this function, a refusal is shown as a whole page.
   */
  readonly refused?: (context: Context, error: OperatorError, status: 409 | 422) => Promise<FastifyReply>;
}

/** A page of the console, or the target of a form. The console serves only the routes in its tables. */
export type ConsoleRoute = Address &
  (Page | Form) &
  (
    | ({ readonly access: 'everybody' } & Work<ConsoleContext>)
    | ({ readonly access: Exclude<Access, 'everybody'> } & Work<SignedInContext>)
  );

/** The route that matches a path, with the values of its parameters. */
export function findRoute(
  routes: readonly ConsoleRoute[],
  method: string,
  path: string,
): { route: ConsoleRoute; params: Readonly<Record<string, string>> } | undefined {
  const given = path.split('/');
  for (const route of routes) {
    const params = route.method === method ? paramsOf(route.path.split('/'), given) : undefined;
    if (params) return { route, params };
  }
  return undefined;
}

function paramsOf(pattern: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of pattern.entries()) {
    const text = given[at] ?? '';
    if (!part.startsWith(':')) {
      if (part !== text) return undefined;
    } else {
      const value = decoded(text);
      if (value === undefined || value === '') return undefined;
      params[part.slice(1)] = value;
    }
  }
  return params;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
