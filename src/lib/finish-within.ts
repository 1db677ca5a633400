/**
 * Lets something finish; when that takes longer than `ms`, aborts what it waits for, and waits for its end all the same.
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
