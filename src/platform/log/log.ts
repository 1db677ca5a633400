import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { type LineWriter, lineWriter } from './line-writer.ts';

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/** The parts of a pino logger that are used here. */
export type Log = Pick<Logger, Level | 'child' | 'setBindings' | 'level' | 'isLevelEnabled' | 'flush'>;

/** How lines are written: as JSON, as text for people, or as text on a terminal and as JSON elsewhere. */
export const LOG_FORMATS = ['auto', 'json', 'text'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Makes pino pass the level of each line. */
const METADATA = Symbol.for('pino.metadata');

/**
 * Fields with these names are redacted. This is only a safety net: personal data must not be logged in the first place.
 */
const HIDDEN_FIELDS = ['headers', 'key', 'secret', 'webhook_secret', 'pin'];
const REDACTED = '[redacted]';
const REDACTED_TEXT = JSON.stringify(REDACTED);

/** The info writers of the logs created here. Each writes a line without its time and common fields. */
const WRITERS = new WeakMap<Log, (members: string) => void>();

/**
 * Structured logging: one JSON document a line, time in ISO 8601. On stderr where stdout carries a command's result. Lines are written in
 * batches, within a tenth of a second. Warnings and errors are written at once, after the lines before them. `flush` writes the rest now.
 *
 * @param bindings fields of every line
 * @param render writes a line for people instead: it gets the JSON document with its line end, and returns whole lines
 */
export function createLog(
  level: LogLevel,
  output: { readonly fd: number } = process.stdout,
  bindings: Readonly<Record<string, string | number>> = {},
  render?: (line: string) => string,
): Log {
  const timestamp = isoTime();
  const options = {
    level,
    base: { ...bindings },
    timestamp,
    formatters: { level: (label: string) => ({ level: label }), log: hideSecrets },
    serializers: { err: describeError },
  };
  const writer = lineWriter(output.fd, (lines) => log.error({ lines }, 'log lines were dropped here'));
  const out = destination(render ? { ...writer, write: (line) => writer.write(render(line)) } : writer);
  const log: Logger = pino(options, out);
  const bound = plainMembers(bindings) ?? '';
  WRITERS.set(log, (members) => out.writeInfo(`{"level":"info"${timestamp()}${bound}${members}}\n`));
  return log;
}

/** `log.info` for the one line of each request: the same bytes in a quarter of the time, for fields without objects. */
export function writeInfo(log: Log, fields: Readonly<Record<string, unknown>>, message: string): void {
  const write = log.isLevelEnabled('info') ? WRITERS.get(log) : undefined;
  const members = write && plainMembers(fields);
  if (write && members !== undefined) write(`${members},"msg":${JSON.stringify(message)}`);
  else log.info(fields, message);
}

/** The fields as text; undefined if any field needs more than writing or redacting. */
function plainMembers(fields: Readonly<Record<string, unknown>>): string | undefined {
  let members = '';
  for (const name in fields) {
    const value = fields[name];
    if (HIDDEN_FIELDS.includes(name)) members += `,"${name}":${REDACTED_TEXT}`;
    else if (typeof value === 'string' || typeof value === 'number') members += `,"${name}":${JSON.stringify(value)}`;
    else if (value !== undefined) return undefined;
  }
  return 'err' in fields ? undefined : members;
}

interface Destination extends DestinationStream {
  /** Adds a line below the level of a warning. */
  writeInfo(line: string): void;
}

/** A full disk or a stopped reader must not stop the gateway. */
function destination({ write, flush }: LineWriter): Destination {
  const { warn } = pino.levels.values;
  return {
    [METADATA]: true,
    lastLevel: 0,
    write(line: string) {
      write(line);
      if (this.lastLevel >= (warn as number)) flush();
    },
    flush,
    writeInfo: write,
  } as Destination & { lastLevel: number };
}

/** The text is the same for all lines within a millisecond. */
function isoTime(): () => string {
  let ms = 0;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== ms) {
      ms = now;
      text = `,"time":"${new Date(now).toISOString()}"`;
    }
    return text;
  };
}

/** Logs only the location and the cause. PostgreSQL's errors also hold the failed row: a customer's name and address. */
function describeError(error: Error): object {
  const { type, message, stack, code } = stdSerializers.err(error);
  return { type, message, code, stack };
}

/** Written by hand, because pino's own redaction costs a request more than the rest of its line. */
function hideSecrets(line: Record<string, unknown>): Record<string, unknown> {
  let hidden = hideFields(line);
  for (const name in line) {
    const value = line[name];
    if (typeof value !== 'object' || value === null || value instanceof Error || HIDDEN_FIELDS.includes(name)) continue;
    const inner = hideFields(value as Record<string, unknown>);
    if (inner !== value) hidden = { ...hidden, [name]: inner };
  }
  return hidden;
}

/** The same object, or a copy without secret fields. */
function hideFields(value: Record<string, unknown>): Record<string, unknown> {
  const found = HIDDEN_FIELDS.filter((name) => name in value);
  return found.length === 0 ? value : { ...value, ...Object.fromEntries(found.map((name) => [name, REDACTED])) };
}
