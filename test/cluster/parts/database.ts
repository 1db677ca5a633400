import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { until } from '../../support/gateway.ts';
import { unprivilegedUser } from '../../support/services/postgres.ts';
import type { Programs } from '../programs.ts';
import { deployedFile } from './deployed-file.ts';
import { addMachine, type Machine } from './network.ts';
import { type Part, startPart } from './part.ts';

const NAMES = ['db1', 'db2', 'db3'];
const addressOf = (index: number) => `10.0.0.${21 + index}`;
const SUPERUSER_PASSWORD = 'change-this-one';
/** Enough for an hour's data. Each member has its own disk in memory, because only the death of processes is tested. */
const DISK_SIZE = '1500m';
/** Small files of PostgreSQL's log, so that a full disk has an effect within seconds. */
const WAL_SEGMENT_MB = '1';

/** A machine with etcd, Patroni and the PostgreSQL that Patroni runs. */
export interface Member extends Machine {
  readonly etcd: Part;
  readonly patroni: Part;
  /** The folder with its data, which is a file system of this member alone. */
  readonly disk: string;
  /** Starts the programs that do not run, as a machine does when it is switched on. */
  boot(): void;
}

interface MemberState {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

/** PostgreSQL with a leader and two standbys. */
export interface DatabaseCluster {
  readonly members: readonly Member[];
  /** The leader according to etcd, which is queried through any member that responds. */
  leader(): Promise<Member | undefined>;
  state(): Promise<MemberState[]>;
  /** Waits for a leader and two streaming standbys, one of which is synchronous. */
  whole(timeoutMs: number): Promise<void>;
  /** Waits for another leader, which takes writes. */
  otherLeader(than: Member, timeoutMs: number): Promise<Member>;
}

/** Starts three members from deploy/cluster/patroni.yml, and waits until they are a cluster. */
export async function startDatabase(folder: string, programs: Programs): Promise<DatabaseCluster> {
  const members = NAMES.map((name, index) => startMember(name, index, folder, programs));
  const ask = async (path: string): Promise<Response | undefined> => {
    for (const { address } of members) {
      const response = await askPatroni(address, path);
      if (response?.ok) return response;
    }
    return undefined;
  };
  const state = async () => {
    const answer = (await (await ask('/cluster'))?.json().catch(() => undefined)) as
      | { members?: MemberState[] }
      | undefined;
    return answer?.members ?? [];
  };
  const leader = async () => {
    for (const member of members) if ((await askPatroni(member.address, '/primary'))?.status === 200) return member;
    return undefined;
  };
  const isWhole = async () => {
    const now = await state();
    const has = (role: string) => now.filter((member) => member.role === role).length;
    const follow = now.every(
      ({ role, state: word }) => role === 'leader' || word === 'running' || word === 'streaming',
    );
    return now.length === members.length && has('leader') === 1 && has('sync_standby') >= 1 && follow;
  };
  const cluster: DatabaseCluster = {
    members,
    leader,
    state,
    whole: (timeoutMs) => until('PostgreSQL has a leader and two standbys, one synchronous', isWhole, timeoutMs),
    async otherLeader(than, timeoutMs) {
      let found: Member | undefined;
      const isOther = async () => (found = await leader()) !== undefined && found !== than;
      await until(`another leader than ${than.name}`, isOther, timeoutMs);
      return found as Member;
    },
  };
  await cluster.whole(120_000);
  return cluster;
}

/** The URL of a database directly on a member, with its superuser. */
export function superuserUrl({ address }: Machine, database = 'postgres'): string {
  return `postgres://postgres:${SUPERUSER_PASSWORD}@${address}:5432/${database}`;
}

function startMember(name: string, index: number, folder: string, programs: Programs): Member {
  const address = addressOf(index);
  const machine = addMachine(name, address);
  const disk = join(folder, name);
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE}`, 'tmpfs', disk]);
  const user = unprivilegedUser();
  if (user) chownSync(disk, user.uid, user.gid);
  const config = join(folder, `${name}.yml`);
  writeFileSync(config, patroniConfig(name, address, join(disk, 'data'), programs));
  const logFile = (program: string) => join(folder, `${name}-${program}.log`);
  const placed = { machine: name, isUnprivileged: true, env: { HOME: disk } };
  const etcd = startPart({
    ...placed,
    env: etcdSettings(name, address, join(folder, `${name}-etcd`)),
    name: `${name}-etcd`,
    logFile: logFile('etcd'),
    command: [programs.etcd],
  });
  const patroni = startPart({
    ...placed,
    name: `${name}-patroni`,
    logFile: logFile('patroni'),
    command: [programs.patroni, config],
  });
  const boot = () => {
    for (const part of [etcd, patroni]) if (!part.isRunning()) part.start();
  };
  return { ...machine, etcd, patroni, disk, boot };
}

function patroniConfig(name: string, address: string, data: string, programs: Programs): string {
  return deployedFile('cluster/patroni.yml', {
    'name: db1': `name: ${name}`,
    'listen: 10.0.0.21:': `listen: ${address}:`,
    'connect_address: 10.0.0.21:': `connect_address: ${address}:`,
    '/var/lib/postgresql/15/peye': data,
    '/usr/lib/postgresql/15/bin': programs.postgres,
    '    - local all all peer\n': '',
    '    - data-checksums': `    - data-checksums\n    - wal-segsize: '${WAL_SEGMENT_MB}'`,
    // Otherwise the socket would be below /var/run, and all members share that folder.
    '  pg_hba:': `  parameters:\n    unix_socket_directories: ''\n    max_wal_size: 64MB\n    min_wal_size: 2MB\n  pg_hba:`,
  });
}

/** The settings of deploy/cluster/etcd.env. Its data is not on the member's disk, so that a full disk affects only PostgreSQL. */
function etcdSettings(name: string, address: string, data: string): Record<string, string> {
  const user = unprivilegedUser();
  mkdirSync(data, { mode: 0o700 });
  if (user) chownSync(data, user.uid, user.gid);
  const text = deployedFile('cluster/etcd.env', {
    'ETCD_NAME=db1': `ETCD_NAME=${name}`,
    'URLS=http://10.0.0.21:': `URLS=http://${address}:`,
    '/var/lib/etcd/default': data,
  });
  return parseEnv(text) as Record<string, string>;
}

async function askPatroni(address: string, path: string): Promise<Response | undefined> {
  return fetch(`http://${address}:8008${path}`, { signal: AbortSignal.timeout(1_500) }).catch(() => undefined);
}
