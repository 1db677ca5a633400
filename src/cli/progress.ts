import { Worker } from 'node:worker_threads';
import { caller } from './caller.ts';

/** The data shared by a command and the thread that shows its progress. */
export interface ProgressData {
  readonly what: string;
  /** Columns of the terminal. */
  readonly width: number;
  /** Three flags, at the indexes below. */
  readonly state: Int32Array<SharedArrayBuffer>;
}

/** 1 while the thread writes its line. */
export const LOCK = 0;
/** 1 once the thread must no longer write. */
export const STOPPED = 1;
/** 1 once the thread has written. */
export const WAS_SHOWN = 2;
const STATE_LENGTH = 3;

const CLEAR_LINE = '\r\u001b[K';

/**
 * Does work that may take longer than a second. If stderr is a terminal, shows the work and its duration there, on a
 * line that is cleared at the end. Print the result afterwards.
 *
 * @param what what is being done, as a part of a sentence: `comparing the books`
 * @param work gets a function that shows how far it has got: `1200 payments`
 */
export async function withProgress<T>(what: string, work: (say: (howFar: string) => void) => Promise<T>): Promise<T> {
  const { stderr } = caller();
  if (!stderr.isTTY) return work(() => {});
  const state = new Int32Array(new SharedArrayBuffer(STATE_LENGTH * Int32Array.BYTES_PER_ELEMENT));
  const workerData: ProgressData = { what, width: stderr.columns || 80, state };
  // In its own thread, because the embedded store blocks this thread's event loop while it works.
  const worker = new Worker(new URL('./progress-line.ts', import.meta.url), { workerData });
  // An error there must not end the work.
  worker.on('error', () => {}).unref();
  try {
    return await work((howFar) => worker.postMessage(howFar));
  } finally {
    Atomics.store(state, STOPPED, 1);
    // If the thread is writing at this moment, wait until it has finished.
    while (Atomics.load(state, LOCK) === 1);
    if (Atomics.load(state, WAS_SHOWN) === 1) stderr.write(CLEAR_LINE);
    void worker.terminate();
  }
}
