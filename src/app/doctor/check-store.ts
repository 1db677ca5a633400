import { accessSync, constants, existsSync, mkdtempSync, rmdirSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../../config.ts';
import type { Database } from '../../database/database.ts';
import { readDurability, tryWrite } from '../../database/durability.ts';
import { readSchemaState, type SchemaState } from '../../database/schema/schema-state.ts';
import { fileSystemFault } from '../../database/sqlite/file-system.ts';
import { storeExposures } from '../../database/sqlite/private-store.ts';
import { checkSqliteIntegrity } from '../../database/sqlite/sqlite.ts';
import { type Finding, ok, problem, warning } from '../../features/operations/finding.ts';
import { createLog } from '../../platform/log/log.ts';
import { type DataFolderFault, dataFolderFault } from '../data-folder-fault.ts';
import { failureText, remedyOf } from '../failure.ts';
import { embeddedStoreFile, openDatabase } from '../open-database.ts';
import { checkClock, checkProcesses, checkTime } from './check-clock.ts';
import { checkLiveStore } from './check-live.ts';
import { checkRateInUse } from './check-rates.ts';
import { checkReceipts } from './check-receipts.ts';
import { checkSecrets } from './check-secrets.ts';
import { checkAudit, checkBackup, checkRefundWork, checkWorker } from './check-work.ts';

const LOW_DISK_BYTES = 100 * 1024 * 1024;

/** Checks owner, permissions and file system of the embedded store's folder. Reports nothing with PostgreSQL. */
export function checkDataFolder({ databaseUrl, dataDir }: Config): Finding[] {
  if (databaseUrl !== null) return [];
  const refusal = folderRefusal(dataDir);
  if (refusal) return [problem('data_folder', `${dataDir} cannot be used: ${refusal.reason}`, refusal.remedy)];
  if (!existsSync(dataDir)) return [ok('data_folder', `${dataDir} does not exist yet; the first start creates it`)];
  const findings: Finding[] = [];
  for (const { path, others, mode } of storeExposures(dataDir)) {
    const fix = `chmod ${mode} ${path}`;
    if (others === 'replace') {
      findings.push(problem('data_folder', `other users can replace files in ${path}`, fix));
    } else {
      const isFile = path !== dataDir;
      findings.push((isFile ? problem : warning)('data_folder', `other users can read ${path}`, fix));
    }
  }
  const fault = fileSystemFault(dataDir);
  if (fault) findings.push(warning('data_folder', fault.message, fault.fix));
  const disk = statfsSync(dataDir);
  const freeBytes = disk.bavail * disk.bsize;
  if (freeBytes < LOW_DISK_BYTES) {
    const freeMb = Math.floor(freeBytes / 1024 / 1024);
    const fix = 'Free disk space now: a full disk stops all new payments.';
    findings.push(problem('data_folder', `only ${freeMb} MB free on the disk of ${dataDir}`, fix));
  }
  return findings.length > 0 ? findings : [ok('data_folder', dataDir)];
}

/** Checks the store: schema, durability, contents, and what needs the operator's attention. */
export async function checkStore(config: Config): Promise<Finding[]> {
  const file = embeddedStoreFile(config);
  if (file !== null && !existsSync(file)) {
    return [ok('store', 'no database yet; the first start creates it'), ...(await checkProcesses(config, undefined))];
  }
  let db: Database;
  try {
    db = await openDatabase(config, createLog('silent'));
  } catch (error) {
    const fix = file === null ? 'Correct DATABASE_URL.' : 'Restore a backup, or set DATA_DIR to another folder.';
    return [problem('store', failureText(error), fix)];
  }
  try {
    return [...(await checkSchema(config, db)), ...(file === null ? [] : [checkIntegrity(file)])];
  } finally {
    await db.close();
  }
}

async function checkSchema(config: Config, db: Database): Promise<Finding[]> {
  const name = db.engine === 'sqlite' ? 'the embedded database' : 'PostgreSQL';
  let schema: SchemaState;
  try {
    schema = await readSchemaState(db);
  } catch (error) {
    const reason = failureText(error);
    if (/takes no writes/.test(reason)) return [notWritable(name, reason)];
    const fix = remedyOf(error) ?? 'See the message.';
    return [problem('store', reason, fix)];
  }
  if (schema.pending.length > 0) {
    return [
      warning(
        'store',
        `${name} needs ${schema.pending.length} migrations`,
        'Run peye migrate. peye start does it too.',
      ),
      ...(await checkProcesses(config, db)),
    ];
  }
  return [
    await checkWritable(name, db, schema),
    ...(await checkClock(db)),
    ...(await checkTime(db)),
    await checkSecrets(config, db),
    ...(await checkContents(config, db)),
  ];
}

/** The checks of a store in use. They take a few milliseconds, however large the store is. */
export async function checkContents(config: Config, db: Database): Promise<Finding[]> {
  return [
    ...(await checkDurability(db)),
    ...(await checkProcesses(config, db)),
    await checkAudit(db),
    await checkRateInUse(config, db),
    ...(await checkReceipts(config, db)),
    ...(await checkLiveStore(config, db)),
    ...(await checkWorker(config, db)),
    ...(await checkBackup(db)),
    ...(await checkRefundWork(db)),
  ];
}

async function checkWritable(name: string, db: Database, { newerBy }: SchemaState): Promise<Finding> {
  try {
    await tryWrite(db);
    const schema = newerBy === undefined ? 'is up to date' : `is newer than this version (${newerBy}), and compatible`;
    return ok('store', `${name} can be read and written, and its schema ${schema}`);
  } catch (error) {
    return notWritable(name, failureText(error));
  }
}

function notWritable(name: string, reason: string): Finding {
  return problem(
    'store',
    `${name} can be read but not written: ${reason}`,
    'Connect to the primary, with a user that has write permission.',
  );
}

function checkIntegrity(file: string): Finding {
  try {
    const findings = checkSqliteIntegrity(file);
    if (findings.length === 0) return ok('integrity', `every page of ${file} is intact`);
    return problem('integrity', `${file} is damaged: ${findings.join('; ')}`, 'Stop the gateway and restore a backup.');
  } catch (error) {
    return problem('integrity', failureText(error), 'Stop the gateway and restore a backup.');
  }
}

/** Checks that acknowledged payments survive a crash and the loss of the server. */
async function checkDurability(db: Database): Promise<Finding[]> {
  try {
    const { summary, faults } = await readDurability(db);
    if (faults.length === 0) return [ok('durability', summary)];
    return faults.map(({ isSerious, message, fix }) => (isSerious ? problem : warning)('durability', message, fix));
  } catch (error) {
    return [problem('durability', failureText(error), 'See the message.')];
  }
}

/** Why a folder can be neither used nor created. Creates and removes a folder in it, or in its nearest existing parent. */
function folderRefusal(dataDir: string): DataFolderFault | undefined {
  for (let path = dataDir; ; path = dirname(path)) {
    try {
      // Fails for a file, too.
      accessSync(`${path}/.`, constants.W_OK | constants.X_OK);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' && path !== dirname(path)) continue;
      return dataFolderFault(dataDir, Object.assign(error as Error, { path }));
    }
    return probeFolder(dataDir, path);
  }
}

/**
 * Permissions let root write everywhere, but writing still fails in /proc and on a read-only disk. Only an attempt
 * shows this.
 */
function probeFolder(dataDir: string, path: string): DataFolderFault | undefined {
  try {
    rmdirSync(mkdtempSync(join(path, '.peye-doctor-')));
    return undefined;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') return dataFolderFault(dataDir, Object.assign(error as Error, { path }));
    return { reason: `nothing can be created in ${path}`, remedy: 'Set DATA_DIR to a folder on a disk.' };
  }
}
