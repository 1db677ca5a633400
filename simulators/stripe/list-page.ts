import { invalid } from './api-error.ts';
import type { Intent } from './intent.ts';
import { hashOf, integer, type Parameters, refuseUnknown } from './parameters.ts';

const COMPARISONS: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  gt: (one, other) => one > other,
  gte: (one, other) => one >= other,
  lt: (one, other) => one < other,
  lte: (one, other) => one <= other,
};

/** A page of the intents, the newest first, and whether there is more behind it. */
export function listPage(intents: readonly Intent[], parameters: Parameters, json: (intent: Intent) => object): object {
  refuseUnknown(parameters, ['limit', 'starting_after', 'created[]']);
  const limit = integer('limit', parameters.get('limit') ?? '10');
  if (limit < 1 || limit > 100) throw invalid('parameter_invalid_integer', 'limit is from 1 to 100', 'limit');
  const wishes = Object.entries(hashOf(parameters, 'created')).map(([name, value]) => {
    const compare = COMPARISONS[name];
    if (!compare) throw invalid('parameter_unknown', `Received unknown parameter: created[${name}]`);
    return (created: number) => compare(created, integer(`created[${name}]`, value));
  });
  const newestFirst = intents.filter(({ created }) => wishes.every((fits) => fits(created))).reverse();
  const after = parameters.get('starting_after');
  const start = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) {
    throw invalid('resource_missing', `No such payment_intent: '${after}'`, 'starting_after');
  }
  const page = newestFirst.slice(start, start + limit);
  return {
    object: 'list',
    url: '/v1/payment_intents',
    has_more: start + limit < newestFirst.length,
    data: page.map(json),
  };
}
