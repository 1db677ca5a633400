import { styleText } from 'node:util';
import type { Config } from '../config.ts';
import { createLog, type Log } from '../platform/log/log.ts';
import { asCalled } from './as-called.ts';

/**
 * The log of a command or a gateway, in the format of LOG_FORMAT. `auto` means text for people if the stream is a terminal, and otherwise
 * JSON, with one document on each line.
 *
 * @param bindings the fields of every line
 */
export async function openLog(
  { logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>,
  stream: 'stdout' | 'stderr',
  bindings: Readonly<Record<string, string | number>> = {},
): Promise<Log> {
  const isText = logFormat === 'text' || (logFormat === 'auto' && process[stream].isTTY);
  if (!isText) return createLog(logLevel, stream, bindings);
  // Loaded here: a gateway that logs JSON does not need it.
  const { logText } = await import('../platform/log/log-text.ts');
  // Node reads NO_COLOR, FORCE_COLOR and TERM.
  const isColoured = styleText('red', 'x', { stream: process[stream] }) !== 'x';
  const isVerbose = logLevel === 'debug' || logLevel === 'trace';
  return createLog(logLevel, stream, bindings, logText({ isColoured, isVerbose, adapt: asCalled }));
}
