import { type Log, writeInfo } from './log.ts';

type Write = (...line: readonly unknown[]) => void;

/**
 * A log whose lines carry `bindings`, such as the id of a request. The bindings are added to each line, because
 * creating a child logger for a request costs more than writing its one line.
 */
export function boundLog(log: Log, bindings: Record<string, unknown>): Log {
  return new BoundLog(log, bindings) as unknown as Log;
}

class BoundLog {
  readonly #log: Log;
  #bindings: Record<string, unknown>;

  constructor(log: Log, bindings: Record<string, unknown>) {
    this.#log = log;
    this.#bindings = bindings;
  }

  get level(): string {
    return this.#log.level;
  }

  isLevelEnabled(level: string): boolean {
    return this.#log.isLevelEnabled(level);
  }

  /** Adds bindings to every later line. */
  setBindings(bindings: Record<string, unknown>): void {
    this.#bindings = { ...this.#bindings, ...bindings };
  }

  child(bindings: Record<string, unknown>): Log {
    return this.#log.child({ ...this.#bindings, ...bindings });
  }

  fatal(...line: unknown[]): void {
    this.#write('fatal', line);
  }

  error(...line: unknown[]): void {
    this.#write('error', line);
  }

  warn(...line: unknown[]): void {
    this.#write('warn', line);
  }

  info(...line: unknown[]): void {
    const [fields, message, ...rest] = line;
    const isPlain = typeof message === 'string' && rest.length === 0 && typeof fields === 'object';
    if (!isPlain || fields instanceof Error) this.#write('info', line);
    else writeInfo(this.#log, { ...this.#bindings, ...fields }, message);
  }

  debug(...line: unknown[]): void {
    this.#write('debug', line);
  }

  trace(...line: unknown[]): void {
    this.#write('trace', line);
  }

  silent(): void {}

  #write(level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace', [first, ...rest]: unknown[]): void {
    const log = this.#log as unknown as Record<string, Write>;
    if (typeof first === 'string') log[level]?.(this.#bindings, first, ...rest);
    else if (first instanceof Error) log[level]?.({ ...this.#bindings, err: first }, ...rest);
    else log[level]?.({ ...this.#bindings, ...(first as object) }, ...rest);
  }
}
