import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { peyeJson } from '../support/cli.ts';
import { administer } from '../support/engines.ts';
import type { Drill } from './drill.ts';

const MB = 1024 * 1024;
const DAY_US = 86_400_000_000;

/** Faults of a store. */
export const STORE_DRILLS: readonly Drill[] = [
  {
    alert: 'PeyeBackupOld',
    fault: 'two days go by after a backup',
    async prepare({ node, place, sql }) {
      await node();
      const back = async (name: string) => {
        await peyeJson(['backup', join(place.folder, name)], { settings: { ...place.settings, LOG_LEVEL: 'silent' } });
      };
      await back('first.backup');
      return async () => {
        await sql(`UPDATE audit_log SET at_us = at_us - ${2 * DAY_US} WHERE action = 'store.backup'`);
        return () => back('second.backup');
      };
    },
  },
  {
    alert: 'PeyeDatabaseUnavailable',
    fault: 'PostgreSQL breaks every connection to the database, and takes no other',
    engine: 'postgres',
    async prepare({ node, place }) {
      await node();
      const server = process.env.TEST_DATABASE_URL as string;
      const name = new URL(place.settings.DATABASE_URL as string).pathname.slice(1);
      return async () => {
        await administer(server, `ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
        await administer(server, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
        return () => administer(server, `ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
      };
    },
  },
  {
    alert: 'PeyeDatabaseBusy',
    fault: 'payments are locked, and seven hundred lists are requested',
    engine: 'postgres',
    settings: { MAX_CONNECTIONS_PER_ADDRESS: '0' },
    async prepare(stage) {
      await stage.node();
      const holder = await stage.connect();
      return async () => {
        await holder.query('BEGIN; LOCK TABLE payments IN ACCESS EXCLUSIVE MODE');
        const asking = stage.repeat(700, () => stage.test().get('/payments?limit=1'));
        return async () => {
          await holder.query('ROLLBACK');
          await asking.stop();
        };
      };
    },
  },
  {
    alert: 'PeyeDiskFull',
    fault: 'the disk of the embedded store is filled up to its last gigabyte',
    engine: 'sqlite',
    cannot: () => (process.getuid?.() === 0 ? undefined : 'only root can mount its own disk'),
    async prepare(stage) {
      const disk = mkdtempSync(join(tmpdir(), 'peye-disk-'));
      stage.defer(async () => rmdirSync(disk));
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1300m', 'tmpfs', disk]);
      stage.defer(async () => execFileSync('umount', ['-l', disk]));
      await stage.node({ DATA_DIR: join(disk, 'data') });
      const file = join(disk, 'somebody-elses');
      return async () => {
        writeFileSync(file, Buffer.alloc(400 * MB));
        return async () => rmSync(file);
      };
    },
  },
];
