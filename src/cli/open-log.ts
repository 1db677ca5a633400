import type { Config } from '../config.ts';
import { createLog, type Log } from '../platform/log/log.ts';
import { asCalled } from './as-called.ts';
import { caller } from './caller.ts';

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
  const output = caller()[stream];
  const isText = logFormat === 'text' || (logFormat === 'auto' && output.isTTY);
  if (!isText) return createLog(logLevel, output, bindings);
  // Loaded here, because a gateway that logs JSON does not need it.
  const { logText } = await import('../platform/log/log-text.ts');
  const isColoured = caller().isColoured(output);
  const isVerbose = logLevel === 'debug' || logLevel === 'trace';
  return createLog(logLevel, output, bindings, logText({ isColoured, isVerbose, adapt: asCalled }));
}
