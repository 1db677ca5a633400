const CHECK_EVERY_MS = 20_000;
/** A process that used less than this share of a processor since the last check is idle. */
const IDLE_SHARE = 0.02;

/**
 * Once the process is idle, starts a collection, with which V8 returns the memory that only the start needed. V8 reserves up to 32 MB for
 * young objects while modules load, and shrinks this space only after a collection of the whole heap, which an idle gateway never has. The
 * collection is incremental, so it delays no request; the memory is free after about ten seconds. Under load the space grows again, but
 * reads then take up to a tenth more processor time for many seconds: so a process that is busy from its start keeps the space.
 *
 * @param onIdle for tests: what to do instead
 */
export function releaseMemoryWhenIdle(onIdle: () => void = releaseMemory): void {
  let usedUs = processorUs();
  const timer = setInterval(() => {
    const nowUs = processorUs();
    const isIdle = nowUs - usedUs < CHECK_EVERY_MS * 1000 * IDLE_SHARE;
    usedUs = nowUs;
    if (!isIdle) return;
    clearInterval(timer);
    onIdle();
  }, CHECK_EVERY_MS).unref();
}

function processorUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

function releaseMemory(): void {
  // A start does without these modules.
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  const { runInNewContext } = process.getBuiltinModule('node:vm');
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'major'; execution: 'async' }) => Promise<void>;
  // Compiled code is only valid for the flags with which it was compiled.
  setFlagsFromString('--no-expose-gc');
  void collect({ type: 'major', execution: 'async' });
}
