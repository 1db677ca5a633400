import type { FastifyInstance } from 'fastify';
import { changeFaults, type FaultsOf, type FormerNames, type Switches } from './faults.ts';
import type { BookEntry, SimulatedCall } from './simulator.ts';

/**
 * The routes that every simulator has at the same addresses. Its switches are at `/_simulator/faults`: GET shows them, and POST sets those
 * in a JSON object. Its records are at `/_simulator/book`, and the calls that it received at `/_simulator/calls`.
 */
export function controlRoutes<S extends Switches>(
  app: FastifyInstance,
  {
    switches,
    faults,
    formerNames,
    book,
    calls,
  }: {
    switches: S;
    faults: FaultsOf<S>;
    formerNames?: FormerNames;
    book: () => BookEntry[];
    calls: readonly SimulatedCall[];
  },
): void {
  app.get('/_simulator/book', () => book());
  app.get('/_simulator/calls', () => calls);
  app.get('/_simulator/faults', () => faults);
  app.post('/_simulator/faults', (request, reply) => {
    const wrong = changeFaults(switches, faults, jsonOf(request.body), formerNames);
    return wrong === undefined ? reply.send(faults) : reply.code(400).send({ error: wrong });
  });
}

/** Some simulators read every body as text. */
function jsonOf(body: unknown): unknown {
  if (typeof body !== 'string') return body;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
