/**
 * Waits for work to finish. If that takes longer than `ms`, aborts the work and still waits until it has ended. Rejects
 * if `finish` rejects.
 */
export async function finishWithin(ms: number, finish: () => Promise<unknown>, abort: () => void): Promise<void> {
  const timer = setTimeout(abort, ms);
  try {
    await finish();
  } finally {
    clearTimeout(timer);
  }
}
