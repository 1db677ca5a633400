import type { Config } from '../config.ts';
import type { Actor } from '../core/actor.ts';
import {
  type BackupSource,
  type ReadBackup,
  type RestoreTarget,
  restoreBackup,
} from '../features/operations/backup/restore-backup.ts';
import { systemClock } from '../platform/clock/clock.ts';
import type { Log } from '../platform/log/log.ts';
import { ConfigError } from '../platform/settings-reader.ts';
import { chargeMarkFile, embeddedStoreFile } from './open-database.ts';
import { boxOf, readSecretKey, secretKeyFile } from './secret-key.ts';

/**
 * Restores a backup into the empty store that the settings name. Throws ConfigError if the key of the backup is missing, and the errors of
 * `restoreBackup`.
 */
export async function restoreStore(
  config: Config,
  { log, actor, source }: { log: Log; actor: Actor; source: BackupSource },
): Promise<ReadBackup> {
  const key = readSecretKey(config);
  if (!key) {
    throw new ConfigError(
      `${secretKeyFile(config)} is missing. A backup does not contain the key that decrypts its secrets: put the key from the time of the backup there first, or set SECRET_KEY.`,
    );
  }
  const box = boxOf(config, key);
  return restoreBackup({ target: targetOf(config), box, wall: systemClock(), log, actor }, source);
}

function targetOf(config: Config): RestoreTarget {
  const [file, markFile] = [embeddedStoreFile(config), chargeMarkFile(config)];
  if (file !== null && markFile !== null) return { engine: 'sqlite', file, markFile };
  return { engine: 'postgres', url: config.databaseUrl as string, isPooled: config.databasePooler };
}
