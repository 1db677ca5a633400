import { type Logger, pino, stdSerializers } from 'pino';

export type Log = Logger;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Structured lines on stdout: one JSON document each, time in ISO 8601. */
export function createLog(level: LogLevel): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
    // The net below the rule that nothing personal is put on a line in the first place.
    redact: { paths: ['*.headers', 'headers', '*.key', '*.secret', '*.webhook_secret', '*.pin'], censor: '[redacted]' },
  });
}

/** Only what says where and why. PostgreSQL's errors also carry the row that failed: a customer's name and address. */
function describeError(error: Error): object {
  const { type, message, stack, code } = stdSerializers.err(error);
  return { type, message, code, stack };
}
