import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { API_BASE } from '../api/api-base.ts';
import { localOrigin } from '../app/local-origin.ts';
import { acceptConnections } from '../app/processes/accept-connections.ts';
import { ProcessFailed, superviseProcesses } from '../app/processes/supervise-processes.ts';
import type { Config } from '../config.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { CommandFailure } from '../platform/command-failure.ts';
import type { Log } from '../platform/log/log.ts';
import { requestIds } from '../platform/network/request-ids.ts';
import { environmentToInherit } from './environment.ts';

const SERVING_PROCESS = fileURLToPath(new URL('./serving-process.ts', import.meta.url));

/**
 * Starts `count` processes that serve one port. They log to `stream`, as this process does. Resolves when all serve. Until then the port
 * may be in use for health checks; `release` frees it. Throws CommandFailure when a process cannot start, or an error of listening.
 */
export async function startProcesses(
  config: Config,
  log: Log,
  { count, stream, release }: { count: number; stream: 'stdout' | 'stderr'; release: () => Promise<void> },
) {
  const env = environmentToInherit();
  const admission = { ...config, log, headers: securityHeaders(config.publicUrl).page, newRequestId: requestIds() };
  try {
    const processes = await superviseProcesses({
      count,
      drainMs: config.drainSeconds * 1000,
      log,
      start: (number) =>
        fork(SERVING_PROCESS, [String(number), stream], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
      openDoor: async () => {
        await release();
        return acceptConnections(config, admission);
      },
    });
    const address = localOrigin(config);
    log.info(`Server listening at ${address}`);
    return { ...processes, address, apiBase: API_BASE };
  } catch (error) {
    throw error instanceof ProcessFailed ? new CommandFailure(error.message) : error;
  }
}
