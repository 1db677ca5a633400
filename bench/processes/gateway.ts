// The gateway as it is started in production, on the store that the environment names. A process of its own.
import { openStore, startGateway } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/lib/log.ts';

const config = readConfig(process.env);
const log = createLog(config.logLevel);
const gateway = await startGateway(config, await openStore(config, log, { migrate: true }), log);
process.once('SIGTERM', () => void gateway.stop());
