/**
 * Loaded into a rehearsal before anything else: SIGUSR2 moves the time of day of the whole process on, so that nobody waits
 * for a payment to expire. Gateway, simulators and shop stay on one clock.
 */
const FORWARD_MS = Number(process.env.TEST_FORWARD_SECONDS) * 1000;
const now = Date.now;
let aheadMs = 0;
Date.now = () => now() + aheadMs;
process.on('SIGUSR2', () => {
  aheadMs += FORWARD_MS;
});
