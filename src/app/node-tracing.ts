import { randomUUID } from 'node:crypto';
import type { Config } from '../config.ts';
import type { Log } from '../platform/log/log.ts';
import type { Tracing } from '../platform/tracing/open-tracing.ts';
import { VERSION } from './version.ts';

/** Starts tracing if the settings say so; otherwise undefined, and loads nothing. */
export async function nodeTracing({ tracing }: Pick<Config, 'tracing'>, log: Log): Promise<Tracing | undefined> {
  if (!tracing) return undefined;
  const { openTracing } = await import('../platform/tracing/open-tracing.ts');
  return openTracing(tracing, { version: VERSION, instanceId: randomUUID() }, log);
}
