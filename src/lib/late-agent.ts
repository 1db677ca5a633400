import type { Agent } from 'undici';
import { noteMissingFile, ProgramIncomplete } from './missing-files.ts';

/** An Agent of undici, when there is something to request. */
export interface LateAgent {
  /** The same one at each call. Rejects with ProgramIncomplete when its package cannot be loaded, and when it was destroyed before it was ever opened. */
  open(): Promise<Agent>;
  /** Breaks off what is requested. What follows is refused. */
  destroy(): Promise<void>;
}

/**
 * Loads undici for the first request: it is a hundred modules, which a start can do without, and most commands never need.
 */
export function lateAgent(options: Agent.Options): LateAgent {
  let isDestroyed = false;
  let opened: Promise<Agent> | undefined;
  const load = async () => {
    const { Agent } = await import('undici');
    // What undici loads with its first connection.
    // @ts-expect-error: it has no types
    await import('undici/lib/llhttp/llhttp_simd-wasm.js');
    return new Agent(options);
  };
  return {
    async open() {
      if (isDestroyed && !opened) throw new Error('the client is closed');
      opened ??= load().catch((error: unknown) => {
        opened = undefined;
        if (noteMissingFile(error)) {
          throw new ProgramIncomplete(`the client for HTTP could not be loaded: ${(error as Error).message}`, {
            cause: error,
          });
        }
        throw error;
      });
      return opened;
    },
    async destroy() {
      isDestroyed = true;
      await (await opened)?.destroy();
    },
  };
}
