import type { SettingsReader } from '../platform/settings-reader.ts';

/** The settings of a method in live mode. Without all of its credentials it is not available. */
export interface MethodSettings<T> {
  /** Null while a credential is missing. */
  readonly settings: T | null;
  /** The credentials that are set, and those that are not. */
  readonly given: readonly string[];
  readonly missing: readonly string[];
}

/** Reads the credentials `names`, all of which are required, and with them the rest of a method's settings. */
export function readMethodSettings<Name extends string, T>(
  reader: SettingsReader,
  names: readonly Name[],
  rest: (credentials: Readonly<Record<Name, string>>) => T,
): MethodSettings<T> {
  const values = names.map((name) => [name, reader.secret(name)] as const);
  const given = values.filter(([, value]) => value !== undefined).map(([name]) => name);
  const missing = names.filter((name) => !given.includes(name));
  // The rest is read even when credentials are missing, so that an invalid setting is reported at once, and the
  // documentation has every name.
  const complete = rest(Object.fromEntries(values) as Record<Name, string>);
  return { settings: missing.length === 0 ? complete : null, given, missing };
}

/**
 * The parts of a method's settings that are needed before its provider is loaded: each folder's `settings.ts` defines
 * them once.
 */
export interface MethodDefinition<T> {
  /** Settings whose values are never shown. The method is available only when all of them are set. */
  readonly credentials: readonly string[];
  /** The hosts of the provider's own test environment, whose accounts hold no real money. */
  readonly testHosts: readonly string[];
  read(reader: SettingsReader): MethodSettings<T>;
  /** The addresses that live payments, or their customers' browsers, connect to: by the name of the setting. */
  addresses(settings: T): Readonly<Record<string, string>>;
  /** Another sign than the host that the account is a test account; undefined when there is none. */
  testAccount?(settings: T): string | undefined;
}
