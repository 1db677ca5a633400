import { type Logger, pino, stdSerializers } from 'pino';

export type Log = Logger;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const STREAMS = { stdout: 1, stderr: 2 };

/** The backlog that waits while the log cannot be written. */
const BACKLOG_BYTES = 1024 * 1024;

/** A safety net below the rule that nothing personal is logged in the first place: fields of these names are redacted. */
const HIDDEN_FIELDS = ['headers', 'key', 'secret', 'webhook_secret', 'pin'];

/** Structured logging: one JSON document a line, time in ISO 8601. On stderr where stdout carries a command's result. */
export function createLog(level: LogLevel, stream: keyof typeof STREAMS = 'stdout'): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }), log: hideSecrets },
    serializers: { err: describeError },
  };
  const destination = pino.destination({ dest: STREAMS[stream], sync: true, maxLength: BACKLOG_BYTES });
  // A full disk must not stop the gateway: lines wait until there is room again, and those beyond the backlog are lost.
  destination.on('error', () => {});
  return pino(options, destination);
}

/** Only what says where and why. PostgreSQL's errors also carry the row that failed: a customer's name and address. */
function describeError(error: Error): object {
  const { type, message, stack, code } = stdSerializers.err(error);
  return { type, message, code, stack };
}

/** By hand, because pino's own redaction costs a request more than the rest of its line. */
function hideSecrets(line: Record<string, unknown>): Record<string, unknown> {
  let hidden = hideFields(line);
  for (const name in line) {
    const value = line[name];
    if (typeof value !== 'object' || value === null || value instanceof Error) continue;
    const inner = hideFields(value as Record<string, unknown>);
    if (inner !== value) hidden = { ...hidden, [name]: inner };
  }
  return hidden;
}

/** The same object, or a copy without what must not be seen. */
function hideFields(value: Record<string, unknown>): Record<string, unknown> {
  const found = HIDDEN_FIELDS.filter((name) => name in value);
  return found.length === 0 ? value : { ...value, ...Object.fromEntries(found.map((name) => [name, '[redacted]'])) };
}
