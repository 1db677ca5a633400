// Loaded into a gateway before anything else: its clock shows what the file PEYE_CLUSTER_CLOCK says beside the true time, milliseconds.
// The file is read again at each SIGUSR2.
import { readFileSync } from 'node:fs';

const now = Date.now;
let aheadMs = 0;
Date.now = () => now() + aheadMs;
process.on('SIGUSR2', () => {
  aheadMs = Number(readFileSync(process.env.PEYE_CLUSTER_CLOCK, 'utf8'));
});
