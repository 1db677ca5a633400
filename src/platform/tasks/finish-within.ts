/**
 * Waits for something to finish. If that takes longer than `ms`, aborts it and still waits until it has ended.
 * Rejects when it fails to finish.
 */
export async function finishWithin(ms: number, finish: () => Promise<unknown>, abort: () => void): Promise<void> {
  const timer = setTimeout(abort, ms);
  try {
    await finish();
  } finally {
    clearTimeout(timer);
  }
}
