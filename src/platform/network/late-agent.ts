import type { Agent } from 'undici';
import { noteMissingFile, ProgramIncomplete } from '../files/missing-files.ts';

/** A lazily created Agent of undici. */
export interface LateAgent {
  /**
   * The same Agent at each call. Rejects with ProgramIncomplete when undici cannot be loaded, and with another error when `destroy` was
   * called before the first `open`.
   */
  open(): Promise<Agent>;
  /** Aborts running requests. Later requests are refused. */
  destroy(): Promise<void>;
}

/**
 * Loads undici on the first request, so that a start does not wait for its hundred modules. Most commands never need them.
 */
export function lateAgent(options: Agent.Options): LateAgent {
  let isDestroyed = false;
  let opened: Promise<Agent> | undefined;
  const load = async () => {
    const { Agent } = await import('undici');
    // undici loads this module with its first connection.
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
