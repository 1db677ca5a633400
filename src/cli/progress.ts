import { Worker } from 'node:worker_threads';

/** What a command and the thread that shows its progress share. */
export interface ProgressData {
  readonly what: string;
  /** Columns of the terminal. */
  readonly width: number;
  /** The three below. */
  readonly state: Int32Array<SharedArrayBuffer>;
}

/** 1 while the thread writes. */
export const LOCK = 0;
/** 1 once it must not write any more. */
export const STOPPED = 1;
/** 1 once it has written. */
export const WAS_SHOWN = 2;
const STATE_LENGTH = 3;

const CLEAR_LINE = '\r\u001b[K';

/**
 * Does work that may take longer than a second, and shows on a terminal's stderr what it does and for how long, on a line that is
 * cleared afterwards. Elsewhere it is the work alone. What is printed comes after it.
 *
 * @param what a part of a sentence: `comparing the books`
 * @param work is given what shows how far it is: `1200 payments`
 */
export async function withProgress<T>(what: string, work: (say: (howFar: string) => void) => Promise<T>): Promise<T> {
  if (!process.stderr.isTTY) return work(() => {});
  const state = new Int32Array(new SharedArrayBuffer(STATE_LENGTH * Int32Array.BYTES_PER_ELEMENT));
  const workerData: ProgressData = { what, width: process.stderr.columns || 80, state };
  // In its own thread: the embedded store works with the event loop of this one stopped.
  const worker = new Worker(new URL('./progress-line.ts', import.meta.url), { workerData });
  // It is no part of the work.
  worker.on('error', () => {}).unref();
  try {
    return await work((howFar) => worker.postMessage(howFar));
  } finally {
    Atomics.store(state, STOPPED, 1);
    // One that is writing at this moment finishes first.
    while (Atomics.load(state, LOCK) === 1);
    if (Atomics.load(state, WAS_SHOWN) === 1) process.stderr.write(CLEAR_LINE);
    void worker.terminate();
  }
}
