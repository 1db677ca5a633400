/** An invalid setting. Its message is one line: the name, the given value, the allowed values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads settings by name. An empty value counts as not set; an invalid one throws ConfigError. */
export interface SettingsReader {
  /** Trimmed; undefined when it is not set. */
  text(name: string): string | undefined;
  /** Like `text`, for a value that is never quoted in a message or a log. */
  secret(name: string): string | undefined;
  read<T>(name: string, fallback: T, allowed: string, parse: (value: string) => T | undefined): T;
  integer(name: string, fallback: number, min: number, max: number): number;
  flag(name: string, fallback: boolean): boolean;
  choice<T extends string>(name: string, fallback: T, allowed: readonly T[]): T;
  /** A URL without a trailing slash, a query or a fragment. */
  url(name: string, fallback: string): string;
}

/** A reader of `environment`. Values of the settings in `secretNames` are never quoted. */
export function settingsReader(
  environment: Record<string, string | undefined>,
  secretNames: readonly string[],
): SettingsReader {
  const text = (name: string) => environment[name]?.trim() || undefined;
  const read: SettingsReader['read'] = (name, fallback, allowed, parse) => {
    const given = text(name);
    if (given === undefined) return fallback;
    const value = parse(given);
    if (value !== undefined) return value;
    const quoted = secretNames.includes(name) ? 'something else' : JSON.stringify(given);
    throw new ConfigError(`${name} is set to ${quoted}, but must be ${allowed}.`);
  };
  return {
    text,
    secret: text,
    read,
    integer: (name, fallback, min, max) =>
      read(name, fallback, `a whole number from ${min} to ${max}`, (value) => parseInteger(value, min, max)),
    flag: (name, fallback) =>
      read(name, fallback, 'true or false', (value) => ({ true: true, false: false })[value] as boolean | undefined),
    choice: (name, fallback, allowed) =>
      read(name, fallback, `one of ${allowed.join(', ')}`, (value) => allowed.find((one) => one === value)),
    url: (name, fallback) => read(name, fallback, 'an http:// or https:// address', parseHttpUrl),
  };
}

export function parseInteger(value: string, min: number, max: number): number | undefined {
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}

export function parseUrl(value: string, protocols: readonly string[]): string | undefined {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol) ? value : undefined;
}

/** Without a trailing slash; undefined for text that is not a URL of a website, or has a query or a fragment. */
export function parseHttpUrl(value: string): string | undefined {
  const url = parseUrl(value, ['http:', 'https:']);
  return url === undefined || new URL(url).search || new URL(url).hash ? undefined : url.replace(/\/+$/, '');
}
