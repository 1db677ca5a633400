import type { Server } from 'node:http';
import { openStore } from '../../../src/app/open-store.ts';
import { startGateway } from '../../../src/app/start-gateway.ts';
import { readConfig } from '../../../src/config.ts';
import { createLog } from '../../../src/platform/log/log.ts';
import { logTelemetry } from '../../../src/platform/log/log-telemetry.ts';
import { closeConnectionsOf } from '../stand-ins/sqlite.ts';
import { timeOf } from '../world/machine-time.ts';
import { type Life, type World, within } from '../world/world.ts';

/** A gateway that can die at any moment, and start again on the same store. */
export interface GatewayNode {
  readonly name: string;
  /** The running process; undefined while no process runs. */
  readonly life: Life | undefined;
  /** The HTTP server of the process; undefined until it serves. */
  readonly server: Server | undefined;
  /** Called when the process dies: the callbacks of clients that wait for a response. */
  readonly waiting: Set<() => void>;
  start(): void;
  /** Kills the process in the middle of its work: it does nothing more, and uncommitted changes are lost. */
  crash(): void;
}

export function gatewayNode(
  world: World,
  name: string,
  settings: Readonly<Record<string, string>>,
  onFailedStart: (error: Error) => void,
): GatewayNode {
  let life: Life | undefined;
  let server: Server | undefined;
  let starts = 0;
  const waiting = new Set<() => void>();
  const time = timeOf(world);

  const open = async () => {
    const config = readConfig(settings);
    const log = createLog(config.logLevel);
    const store = await openStore(config, log, { migrate: true }, time);
    await startGateway(config, store, log, logTelemetry, {
      listen: async (app) => {
        server = app.server;
        return { address: settings.PUBLIC_URL!, stop: async () => {} };
      },
    });
  };
  return {
    name,
    waiting,
    get life() {
      return life;
    },
    get server() {
      return server;
    },
    start() {
      if (life) return;
      const random = world.random.fork(`${name}.${++starts}`);
      const made: Life = { name, random, isAlive: true, standsStillUntilUs: 0, lastImmediateUs: 0 };
      life = made;
      // If the start fails, the process ends, as the real command does; its supervisor starts another process.
      void within(made, () => open().catch((error: Error) => onFailedStart(error)));
    },
    crash() {
      const dying = life;
      if (!dying) return;
      dying.isAlive = false;
      life = undefined;
      server = undefined;
      closeConnectionsOf(dying);
      for (const onDeath of [...waiting]) onDeath();
      waiting.clear();
    },
  };
}
