import type { FastifyReply } from 'fastify';
import type { Ability } from '../domain/roles.ts';
import type { SignedInVisit, Visit } from './visit.ts';

/**
 * Who may visit a route. `everybody`: also who has not signed in. `half`: who has given a password, and whose second factor is awaited.
 * `signed_in`: every role, for what is everybody's own. An ability: who has it.
 */
type Access = 'everybody' | 'half' | 'signed_in' | Ability;

/** How often a form sends a field: once; at most once, as a box does that may be left empty; as often as there are choices. */
export type FieldCount = 'one' | 'maybe' | 'many';

interface Address {
  /** Below `/console`; empty for the first page. */
  readonly path: string;
}

interface Page {
  readonly method: 'GET';
}

interface Form {
  readonly method: 'POST';
  /** Its fields, besides those that every form has. One that sends others, or not all of them, is refused before it is read. */
  readonly sends: Readonly<Record<string, FieldCount>>;
}

/** A page of the console, or what a form of it leads to. Nothing is served that is no row of a table of these. */
export type ConsoleRoute = Address &
  (Page | Form) &
  (
    | { readonly access: 'everybody'; readonly handle: (visit: Visit) => Promise<FastifyReply> }
    | {
        readonly access: Exclude<Access, 'everybody'>;
        readonly handle: (visit: SignedInVisit) => Promise<FastifyReply>;
      }
  );

/** The route that an address leads to, and what stands for the names in its path. */
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
