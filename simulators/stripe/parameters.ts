import { ApiError, invalid } from './api-error.ts';

/** The parameters of a request, by their names as they were sent: `metadata[order]`, `created[gte]`. */
export type Parameters = ReadonlyMap<string, string>;

export function parseParameters(text: string): Parameters {
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (parameters.has(name)) throw invalid('parameter_invalid', `Received ${name} twice`, name);
    parameters.set(name, value);
  }
  return parameters;
}

/** Refuses every parameter that the API does not have. A trailing `[]` in `known` stands for a list or a hash. */
export function refuseUnknown(parameters: Parameters, known: readonly string[]): void {
  for (const name of parameters.keys()) {
    const [, stem = name] = /^([^[]+)\[/.exec(name) ?? [];
    if (known.includes(name) || (name !== stem && known.includes(`${stem}[]`))) continue;
    throw invalid('parameter_unknown', `Received unknown parameter: ${name}`, name);
  }
}

export function required(parameters: Parameters, name: string): string {
  const value = parameters.get(name);
  if (value === undefined) throw invalid('parameter_missing', `Missing required param: ${name}.`, name);
  if (value === '') throw invalid('parameter_invalid_empty', `You passed an empty string for '${name}'.`, name);
  return value;
}

export function integer(name: string, value: string): number {
  if (!/^-?\d+$/.test(value)) throw invalid('parameter_invalid_integer', `Invalid integer: ${value}`, name);
  return Number(value);
}

export function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value);
  if (found) return found;
  throw new ApiError(400, {
    type: 'invalid_request_error',
    message: `Invalid ${name}: must be one of ${allowed.join(', ')}`,
    param: name,
  });
}

/** The entries of a hash such as `metadata[…]`. */
export function hashOf(parameters: Parameters, stem: string): Record<string, string> {
  const entries = [...parameters].flatMap(([name, value]) => {
    const key = new RegExp(`^${stem}\\[([^\\]]+)\\]$`).exec(name)?.[1];
    return key === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(entries);
}

/** The items of a list such as `types[0]`. */
export function listOf(parameters: Parameters, stem: string): string[] {
  return Object.values(hashOf(parameters, stem));
}
