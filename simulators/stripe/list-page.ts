import { invalid } from './api-error.ts';
import { type Intent, refundJson } from './intent.ts';
import { hashOf, integer, type Parameters, refuseUnknown } from './parameters.ts';

const COMPARISONS: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  gt: (one, other) => one > other,
  gte: (one, other) => one >= other,
  lt: (one, other) => one < other,
  lte: (one, other) => one <= other,
};

/** A page of the intents, the newest first, and whether more follow. */
export function listPage(intents: readonly Intent[], parameters: Parameters, json: (intent: Intent) => object): object {
  refuseUnknown(parameters, ['limit', 'starting_after', 'created[]']);
  const wishes = Object.entries(hashOf(parameters, 'created')).map(([name, value]) => {
    const compare = COMPARISONS[name];
    if (!compare) throw invalid('parameter_unknown', `Received unknown parameter: created[${name}]`);
    return (created: number) => compare(created, integer(`created[${name}]`, value));
  });
  const newestFirst = intents.filter(({ created }) => wishes.every((fits) => fits(created))).reverse();
  const { page, hasMore } = pageOf(newestFirst, parameters, 'payment_intent');
  return { object: 'list', url: '/v1/payment_intents', has_more: hasMore, data: page.map(json) };
}

/** A page of the refunds of an intent, the newest first, and whether more follow. */
export function refundPage(intent: Intent, parameters: Parameters): object {
  const { page, hasMore } = pageOf(intent.refunds.toReversed(), parameters, 'refund');
  return {
    object: 'list',
    url: '/v1/refunds',
    has_more: hasMore,
    data: page.map((refund) => refundJson(intent, refund)),
  };
}

function pageOf<T extends { readonly id: string }>(
  newestFirst: readonly T[],
  parameters: Parameters,
  name: string,
): { page: T[]; hasMore: boolean } {
  const limit = integer('limit', parameters.get('limit') ?? '10');
  if (limit < 1 || limit > 100) throw invalid('parameter_invalid_integer', 'limit is from 1 to 100', 'limit');
  const after = parameters.get('starting_after');
  const start = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) {
    throw invalid('resource_missing', `No such ${name}: '${after}'`, 'starting_after');
  }
  return { page: newestFirst.slice(start, start + limit), hasMore: start + limit < newestFirst.length };
}
