/** What the simulated sources say and how they behave. Change it on the object or over HTTP. */
export interface RatesFaults {
  /** The rate as it is published, digit by digit: `130.5549`, but also `0`, `1e9`, `-130.55` or `1,305.49`. */
  rate: string;
  /** The day it was published, YYYY-MM-DD; null is today in UTC. */
  date: string | null;
  /** Answers with status 500. */
  error500: boolean;
  /** Takes the request and never answers. */
  hang: boolean;
  /** Answers with something that is neither HTML nor JSON. */
  garbage: boolean;
  /** Answers without end. */
  endless: boolean;
  /** Says the same in another shape than the known one. */
  layoutChanged: boolean;
  /** Leaves the gourde out. */
  missingHtg: boolean;
  /** How the page writes its accents. */
  accents: 'letters' | 'entities' | 'none';
  /** How the page writes decimals. */
  decimalComma: boolean;
}

export function noFaults(): RatesFaults {
  return {
    rate: '130.5549',
    date: null,
    error500: false,
    hang: false,
    garbage: false,
    endless: false,
    layoutChanged: false,
    missingHtg: false,
    accents: 'entities',
    decimalComma: false,
  };
}

/** Changes what is given. Returns what is wrong with it, and then changes nothing. */
export function changeFaults(faults: RatesFaults, changes: unknown): string | undefined {
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes)) return 'an object is expected';
  for (const [name, value] of Object.entries(changes)) {
    const wrong = faultOf(faults, name, value);
    if (wrong !== undefined) return wrong;
  }
  Object.assign(faults, changes);
  return undefined;
}

function faultOf(faults: RatesFaults, name: string, value: unknown): string | undefined {
  if (!Object.hasOwn(faults, name)) return `there is no switch ${name}; there are ${Object.keys(faults).join(', ')}`;
  if (name === 'rate') return typeof value === 'string' ? undefined : 'rate must be a text';
  if (name === 'date') {
    const isDay = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
    return value === null || isDay ? undefined : 'date must be YYYY-MM-DD or null';
  }
  if (name === 'accents') {
    return ['letters', 'entities', 'none'].includes(value as string)
      ? undefined
      : 'accents must be letters, entities or none';
  }
  return typeof value === 'boolean' ? undefined : `${name} must be true or false`;
}
