import type { CallFault, RETURNS, Report } from './fault-words.ts';
import type { Switch } from './switch.ts';

/**
 * The switches that several simulators share, each with the same name and meaning. Their values are in `fault-words.ts`. README.md lists
 * which simulator has which switch.
 */
interface CommonSwitches {
  /** The call that creates a payment. */
  readonly create: Switch<CallFault>;
  /** The calls that query an outcome. */
  readonly query: Switch<CallFault>;
  /** The call that cancels a payment, or returns all of its money. */
  readonly cancel: Switch<CallFault>;
  /** The call that returns money of a paid payment. */
  readonly refund: Switch<CallFault>;
  /** Creations are refused, with the message or status in the switch. */
  readonly refuseCreate: Switch<string | null> | Switch<number | null> | Switch<boolean>;
  /** The amount that is charged, or reported, in place of the requested one; minor units. */
  readonly wrongAmountMinor: Switch<number | null>;
  /** The provider's status for a payment, whatever it really is. */
  readonly status: Switch<string | null> | Switch<number | null>;
  readonly reports: Switch<Report>;
  readonly returns: Switch<(typeof RETURNS)[number]>;
}

/** The switches of one simulator: the common ones under their common names, and its own. */
export type Switches = Partial<CommonSwitches> & Readonly<Record<string, Switch<unknown> | undefined>>;

/** The current value of each switch. */
export type FaultsOf<S extends Switches> = {
  -readonly [Name in keyof S]: S[Name] extends Switch<infer T> ? T : never;
};

/** Previous names of switches, each with the switches and values that it stands for now. */
export type FormerNames = Readonly<Record<string, (value: unknown) => Readonly<Record<string, unknown>>>>;

export function initialFaults<S extends Switches>(switches: S): FaultsOf<S> {
  return Object.fromEntries(Object.entries(switches).map(([name, one]) => [name, one?.initial])) as FaultsOf<S>;
}

/** Sets the switches that a JSON object names. For an invalid object, returns the fault and sets nothing. */
export function changeFaults<S extends Switches>(
  switches: S,
  faults: FaultsOf<S>,
  changes: unknown,
  formerNames: FormerNames = {},
): string | undefined {
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes)) return 'a JSON object is needed';
  const set = Object.entries(changes).flatMap(([name, value]) =>
    Object.hasOwn(formerNames, name) ? Object.entries(formerNames[name]?.(value) ?? {}) : [[name, value] as const],
  );
  for (const [name, value] of set) {
    if (!Object.hasOwn(switches, name)) {
      return `there is no switch ${name}; there are ${Object.keys(switches).join(', ')}`;
    }
    if (!switches[name]?.allows(value)) return `${name} cannot be ${JSON.stringify(value)}`;
  }
  Object.assign(faults, Object.fromEntries(set));
  return undefined;
}
