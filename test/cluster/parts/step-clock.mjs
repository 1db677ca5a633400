// Loaded into a gateway before anything else: its clock is ahead of the true time by the milliseconds in the file PEYE_CLUSTER_CLOCK.
// The file is read again at each SIGUSR2.
import { readFileSync } from 'node:fs';

const now = Date.now;
let aheadMs = 0;
Date.now = () => now() + aheadMs;
process.on('SIGUSR2', () => {
  aheadMs = Number(readFileSync(process.env.PEYE_CLUSTER_CLOCK, 'utf8'));
});
