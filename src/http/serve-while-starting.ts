import { Worker } from 'node:worker_threads';
import { securityHeaders } from './security-headers.ts';
import type { FromStartingServer, StartingServerData, StartingState, ToStartingServer } from './starting-server.ts';

/** The port of a gateway that is starting. */
export interface StartingPort {
  /** Serves the port until it is released, and reports the progress of the start at `/readyz`. Rejects with errors of listening. */
  hold(state: StartingState): Promise<void>;
  /** Releases the port, if it was held. The gateway can then listen on it. */
  release(): Promise<void>;
}

interface Holding {
  readonly worker: Worker;
  readonly listening: Promise<void>;
  readonly closed: Promise<void>;
}

/** Serves health checks on a gateway's port while its store is not open yet. Nothing runs before the first hold. */
export function startingPort({
  host,
  port,
  maxConnections,
  publicUrl,
}: {
  host: string;
  port: number;
  maxConnections: number;
  publicUrl: string;
}): StartingPort {
  let holding: Holding | undefined;
  return {
    async hold(state) {
      holding ??= open({ host, port, maxConnections, headers: securityHeaders(publicUrl).page });
      holding.worker.postMessage(state satisfies ToStartingServer);
      await holding.listening;
    },
    async release() {
      const held = holding;
      holding = undefined;
      if (!held) return;
      await held.listening.catch(() => {});
      held.worker.postMessage('close' satisfies ToStartingServer);
      await held.closed;
    },
  };
}

function open(data: StartingServerData): Holding {
  const worker = new Worker(new URL('./starting-server.ts', import.meta.url), { workerData: data });
  const listening = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  worker.on('message', (message: FromStartingServer) => {
    if (message.kind === 'listening') listening.resolve();
    else if (message.kind === 'closed') closed.resolve();
    else listening.reject(Object.assign(new Error(message.message), message, { port: data.port }));
  });
  worker.on('error', (error) => listening.reject(error));
  worker.on('exit', () => {
    listening.reject(new Error('the server of the start has ended'));
    closed.resolve();
  });
  // No caller may be waiting for this promise yet: its rejection must not count as unhandled.
  listening.promise.catch(() => {});
  return { worker, listening: listening.promise, closed: closed.promise };
}
