/**
 * Loaded into a rehearsal before anything else: SIGUSR2 lets time pass for the whole process, so that nobody waits for a payment to
 * expire. Gateway, simulators and shop stay on one clock. The monotonic counter goes on with it: a time of day that moves alone
 * is a clock that somebody has set, and nothing expires by such a one.
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
