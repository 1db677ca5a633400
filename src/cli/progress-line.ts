import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { firstCharacters } from '../platform/text/printable.ts';
import { LOCK, type ProgressData, STOPPED, WAS_SHOWN } from './progress.ts';

/** Work that is done sooner shows no line. */
const SHOW_AFTER_MS = 1000;
const STEP_MS = 200;
const STDERR = 2;
const FRAMES = ['|', '/', '-', '\\'];

/** The thread of `withProgress`: redraws one line, and leaves the cursor at its start, so that the next output overwrites it. */
const { what, width, state } = workerData as ProgressData;
const startedMs = performance.now();
let howFar = '';
let frame = 0;
parentPort?.on('message', (text: string) => {
  howFar = text;
});
setInterval(draw, STEP_MS);

function draw(): void {
  const ms = performance.now() - startedMs;
  if (ms < SHOW_AFTER_MS) return;
  Atomics.store(state, LOCK, 1);
  // Read after the lock is set: the main thread sets STOPPED, and then waits for the lock.
  if (Atomics.load(state, STOPPED) === 0) {
    const line = `${FRAMES[frame++ % FRAMES.length]} ${what} … ${howFar === '' ? '' : `${howFar}, `}${Math.floor(ms / 1000)} s`;
    Atomics.store(state, WAS_SHOWN, 1);
    write(`\r\u001b[K${firstCharacters(line, width - 1)}\r`);
  }
  Atomics.store(state, LOCK, 0);
}

/** Writes to the terminal, and ignores errors. */
function write(text: string): void {
  try {
    writeSync(STDERR, text);
  } catch {
    // The next line comes soon.
  }
}
