import type { Violation } from './history.ts';
import type { Exchange, Facts } from './history-facts.ts';

const US = 1_000_000;
/** A fault may excuse a 5xx response to a request that was sent at most this long after the fault. */
const EXCUSE_US = 150 * US;
/** The same for a fault at a provider, or at another host outside the gateway. */
const HOST_EXCUSE_US = 40 * US;
/** Internals that no response may show: the engine, source files, exceptions. */
const INSIDE =
  /sqlite|database is|disk (?:I\/O|is full)|\bSELECT\b|\bINSERT\b|\.ts\b|node:|\bat async\b|errcode|ECONN|UND_ERR|undefined|\[object/i;

/** I7: no secret is in the log, a response, a webhook or the delivery log. */
export function checkSecrets({ of, rows, exchanges }: Facts): Violation[] {
  const secrets = of('secret');
  const places: (readonly [string, string])[] = [
    ...of('log').map(({ line }) => ['the log', line] as const),
    ...exchanges.map(({ text }) => ['a response', text] as const),
    ...[...rows('deliveries'), ...rows('delivery_tries')].map(
      (row) => ['the delivery log', JSON.stringify(row)] as const,
    ),
    ...of('webhook').map(({ headers, body }) => ['a webhook', JSON.stringify(headers) + body] as const),
  ];
  // One pattern searches for all secrets at once, because there are many lines and few secrets.
  const any = new RegExp(secrets.map(({ value }) => value.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|'));
  return places
    .filter(([, text]) => any.test(text))
    .map(([place, text]) => {
      const { name } = secrets.find(({ value }) => text.includes(value)) ?? { name: 'a secret' };
      return { invariant: 'I7', message: `${place} shows ${name}: ${text.slice(0, 300)}` };
    });
}

/** I9: no request of a client causes a 5xx, unless a fault was injected behind the gateway. No response shows internals. */
export function checkAnswers(facts: Facts): Violation[] {
  const found: Violation[] = [];
  const say = (message: string) => found.push({ invariant: 'I9', message });
  for (const exchange of facts.exchanges) {
    const { status = 0, text, what, path, id } = exchange;
    const asked = `request ${id} (${what} ${path})`;
    if (status >= 400 && INSIDE.test(text)) say(`${asked} got a response that shows internals: ${text}`);
    if (status >= 400 && path.startsWith('/api/') && !hasShape(text))
      say(`${asked} got an error without the API's shape: ${text}`);
    if (what === 'nonsense' && status >= 200 && status < 400) say(`${asked} is nonsense, and got status ${status}`);
    if ((status === 401 || status === 403) && what !== 'nonsense') say(`${asked} was refused with ${status}: ${text}`);
    if (status < 500) continue;
    const complaint = complaintAbout(facts, exchange);
    if (complaint !== undefined) say(`${asked} got status ${status} ${text.slice(0, 200)}: ${complaint}`);
  }
  for (const { message } of facts.of('uncaught')) say(`an exception was not caught: ${message}`);
  return found;
}

function hasShape(text: string): boolean {
  try {
    const { success, error, message } = JSON.parse(text);
    return success === false && typeof error === 'string' && typeof message === 'string';
  } catch {
    return false;
  }
}

/** Why a 5xx response is unjustified; undefined when it is justified. */
function complaintAbout({ of }: Facts, { status, text, askedAt, endedAt, node, path }: Exchange): string | undefined {
  const faults = of('fault').filter(({ t }) => t <= endedAt && t >= askedAt - EXCUSE_US);
  // Faults of any node count, not only of the one that responded: the nodes share the disk, its locks, and the processes that hold those
  // locks. A start is not a fault.
  const ofStore = faults.filter(({ host, what }) => host === undefined && what !== 'start');
  if (status === 503) {
    if (path.startsWith('/api/') && !text.includes('"service_unavailable"'))
      return 'its body lacks the error `service_unavailable`';
    // Always justified: the provider has to resend a notification whose payment could not be looked up. The store or the provider
    // was unavailable, or there were too many lookups.
    if (path.startsWith('/providers/')) return undefined;
    return ofStore.length > 0 ? undefined : 'nothing was wrong with the store';
  }
  if (status !== 500) return 'the gateway must never use this status';
  if (path.startsWith('/api/') && !text.includes('"internal_error"'))
    return 'its body lacks the error `internal_error`';
  const lost = faults.filter(
    ({ what, node: faultNode }) => faultNode === node && /commit was not acknowledged|commit failed/.test(what),
  );
  const stoodStill = faults.filter(
    ({ what, node: faultNode }) => faultNode === node && what.startsWith('stands still'),
  );
  const ofHosts = faults.filter(({ host, t }) => host !== undefined && t >= askedAt - HOST_EXCUSE_US);
  if (/payment provider (did not respond|cannot be used right now)/.test(text))
    return ofHosts.length + stoodStill.length > 0 ? undefined : 'the provider responded';
  return lost.length + ofStore.length > 0 ? undefined : 'nothing was wrong';
}
