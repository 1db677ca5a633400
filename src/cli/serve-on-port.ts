import type { Store } from '../app/open-store.ts';
import type { Config } from '../config.ts';
import type { StartingPort } from '../http/serve-while-starting.ts';
import { CommandFailure } from '../platform/command-failure.ts';
import type { Log } from '../platform/log/log.ts';
import type { Serving } from './stop-in-time.ts';

/** Serves health checks while the store is unavailable. A port that cannot be used is a wrong setting. */
export function held(
  config: Config,
  port: StartingPort,
  state: Parameters<StartingPort['hold']>[0] = 'waiting_for_store',
) {
  return port.hold(state).catch((error) => throwListening(config, error));
}

/**
 * Serves on the port, with `count` processes. They open the store themselves if there are several. Throws CommandFailure for a port that
 * cannot be used, and for too many processes.
 */
export async function listen(
  config: Config,
  store: Store,
  log: Log,
  { count, stream, port }: { count: number; stream: 'stdout' | 'stderr'; port: StartingPort },
): Promise<Serving> {
  try {
    // Loaded here because the serving code is half of the program, and no other command needs it.
    if (count === 1) return await (await import('./start-alone.ts')).startAlone(config, store, log, port.release);
    try {
      await requireConnections(config, store, count);
    } finally {
      await store.db.close();
    }
    const { release } = port;
    return await (await import('./start-processes.ts')).startProcesses(config, log, { count, stream, release });
  } catch (error) {
    return throwListening(config, error);
  }
}

/** Throws an error again. An error of listening gets a message that names the setting. */
function throwListening(config: Config, error: unknown): never {
  const { code, syscall, port = config.port } = error as NodeJS.ErrnoException & { port?: number };
  const name = port === config.metricsPort ? 'METRICS_PORT' : 'PORT';
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} on ${config.host} is in use. Stop the program that uses it, or set ${name} to another port.`,
    EACCES: `this user may not use port ${port}. Set ${name} to a port above 1023.`,
    EADDRNOTAVAIL: `HOST is set to "${config.host}", which is not an address of this machine.`,
    ENOTFOUND: `HOST is set to "${config.host}", a name that does not resolve to an address.`,
    EAI_AGAIN: `HOST is set to "${config.host}", a name that does not resolve to an address.`,
  };
  const reason = syscall === 'listen' || syscall === 'getaddrinfo' ? reasons[code ?? ''] : undefined;
  throw reason === undefined ? error : new CommandFailure(reason);
}

/** Checks the connection limit of PostgreSQL. A pooler limits the connections itself. */
async function requireConnections(config: Config, store: Store, count: number): Promise<void> {
  if (config.databasePooler) return;
  const { connectionFault } = await import('../database/postgres/connection-limit.ts');
  const fault = await connectionFault(store.db, count);
  if (fault !== undefined) throw new CommandFailure(fault);
}
