import { spawnSync } from 'node:child_process';
import { rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { until } from '../../support/gateway.ts';
import { type Member, superuserUrl } from '../parts/database.ts';
import { type Fault, LEADER_LIMITS, NOTHING_TO_HEAL, SILENT_LEADER_LIMITS, type Stage } from './fault.ts';

/** How long Patroni may take to make another leader before the run fails. */
const FAILOVER_MS = 120_000;
const FILL_TRIES = 50;

/** Faults of PostgreSQL's leader and standbys, one for each way in which a server may be lost. */
export const DATABASE_FAULTS: readonly Fault[] = [
  {
    name: 'leader-killed',
    expected:
      'Patroni sees that its PostgreSQL has died and hands over the leadership; a standby that has every commit takes it',
    limits: LEADER_LIMITS,
    async make(stage) {
      const leader = await leaderOf(stage);
      await stage.strike(() => leader.signal(leader.pidsOf('postgres'), 'SIGKILL'));
      await stage.cluster.database.otherLeader(leader, FAILOVER_MS);
      return NOTHING_TO_HEAL;
    },
  },
  {
    name: 'leader-lost',
    expected: 'the whole machine is down: its leadership ends after its ttl',
    limits: SILENT_LEADER_LIMITS,
    async make(stage) {
      const leader = await leaderOf(stage);
      await stage.strike(() => leader.signal(leader.pids(), 'SIGKILL'));
      await stage.cluster.database.otherLeader(leader, FAILOVER_MS);
      return async () => {
        await until('the machine is down', () => leader.pids().length === 0);
        leader.boot();
      };
    },
  },
  {
    name: 'leader-frozen',
    expected: 'as with leader-lost; when the old leader wakes up, it commits nothing more, and follows the new one',
    limits: SILENT_LEADER_LIMITS,
    async make(stage) {
      const leader = await leaderOf(stage);
      await stage.strike(() => leader.signal(leader.pids(), 'SIGSTOP'));
      await stage.cluster.database.otherLeader(leader, FAILOVER_MS);
      return async () => leader.signal(leader.pids(), 'SIGCONT');
    },
  },
  {
    name: 'leader-cut-off',
    expected: 'as with leader-lost; the old leader, which is cut off, gives up its leadership by itself',
    limits: SILENT_LEADER_LIMITS,
    async make(stage) {
      const leader = await leaderOf(stage);
      await stage.strike(() => leader.setLink('down'));
      await stage.cluster.database.otherLeader(leader, FAILOVER_MS);
      return async () => leader.setLink('up');
    },
  },
  {
    name: 'standby-frozen',
    expected: 'commits wait for the standby until PostgreSQL makes the other one synchronous',
    limits: SILENT_LEADER_LIMITS,
    async make(stage) {
      const { database } = stage.cluster;
      const standby = await synchronousStandby(stage);
      await stage.strike(() => standby.signal(standby.pids(), 'SIGSTOP'));
      const isReplaced = async () =>
        (await database.state()).some(({ role, name }) => role === 'sync_standby' && name !== standby.name);
      await until('the other standby is synchronous', isReplaced, FAILOVER_MS);
      return async () => standby.signal(standby.pids(), 'SIGCONT');
    },
  },
  {
    name: 'disk-full',
    expected:
      'writes are refused; PostgreSQL ends when there is no space for its log, and a standby becomes the leader',
    limits: { writesMs: 60_000, readsMs: 30_000 },
    async make(stage) {
      const leader = await leaderOf(stage);
      const filler = join(leader.disk, 'filler');
      await stage.strike(() => fill(leader.disk, filler));
      await useUpLog(leader);
      await stage.cluster.database.otherLeader(leader, FAILOVER_MS);
      return async () => {
        rmSync(filler);
        // Patroni repeats what failed for lack of space only after a restart.
        await leader.patroni.end('SIGTERM');
        leader.boot();
      };
    },
  },
];

async function leaderOf({ cluster, log }: Stage): Promise<Member> {
  const leader = await cluster.database.leader();
  if (!leader) throw new Error('PostgreSQL has no leader');
  log(`the leader is ${leader.name}`);
  return leader;
}

async function synchronousStandby({ cluster: { database }, log }: Stage): Promise<Member> {
  const name = (await database.state()).find(({ role }) => role === 'sync_standby')?.name;
  const standby = database.members.find((member) => member.name === name);
  if (!standby) throw new Error('PostgreSQL has no synchronous standby');
  log(`the synchronous standby is ${standby.name}`);
  return standby;
}

/** Fills the disk. PostgreSQL keeps writing in the meantime, so space that was free a moment ago may be used now. */
function fill(disk: string, filler: string): void {
  for (let spare = 0; ; spare++) {
    const { bavail, bsize } = statfsSync(disk);
    const length = (bavail - spare) * bsize;
    const { status, stderr } = spawnSync('fallocate', ['--length', String(length), filler], { encoding: 'utf8' });
    if (status === 0) return;
    if (spare === FILL_TRIES) throw new Error(`the disk could not be filled: ${stderr}`);
  }
}

/** Uses up the few empty files of its log that PostgreSQL keeps, by switching to the next one until there is none. */
async function useUpLog(leader: Member): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl(leader), query_timeout: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    for (let pieces = 0; pieces < 200; pieces++) {
      await client.query("SELECT pg_logical_emit_message(false, 'full', 'disk')");
      await client.query('SELECT pg_switch_wal()');
    }
  } catch {
    // PostgreSQL has ended.
  } finally {
    await client.end().catch(() => {});
  }
}
