/**
 * Loaded into a rehearsal before anything else: SIGUSR2 lets time pass for the whole process, so that no test waits for a payment to
 * expire. Gateway, simulators and shop stay on one clock. The monotonic counter moves with it: a time of day that moves alone
 * looks like a clock that was set, and no payment expires by such a clock.
 */
const FORWARD_MS = Number(process.env.TEST_FORWARD_SECONDS) * 1000;
const now = Date.now;
const elapsed = performance.now.bind(performance);
let aheadMs = 0;
Date.now = () => now() + aheadMs;
performance.now = () => elapsed() + aheadMs;
process.on('SIGUSR2', () => {
  aheadMs += FORWARD_MS;
});
