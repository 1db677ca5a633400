import type { Config } from '../../config.ts';
import type { Database } from '../../database/database.ts';
import { type Finding, ok, problem, warning } from '../../features/operations/finding.ts';
import {
  inspectSecrets,
  isNeeded,
  previousKeyNeed,
  staleCount,
  unopenedCount,
} from '../../features/secrets/reseal-secrets.ts';
import { listWebsites } from '../../features/websites/store/websites.ts';
import { systemClock } from '../../platform/clock/clock.ts';
import type { SecretBox } from '../../platform/secrets/secrets.ts';
import { failureText } from '../failure.ts';
import { boxOf, type PreviousKey, previousKeyOf, readSecretKey, secretKeyFile } from '../secret-key.ts';
import { removalText } from './finding-texts.ts';

/** Checks that SECRET_KEY decrypts every stored secret, and what a key rotation still requires. */
export async function checkSecrets(config: Config, db: Database): Promise<Finding> {
  const websites = (await listWebsites(db)).length;
  let box: SecretBox;
  let previous: PreviousKey | undefined;
  try {
    const key = readSecretKey(config);
    if (!key && websites === 0) return ok('secret_key', 'no key yet; the first start creates it');
    if (!key) {
      const fix = 'Restore your copy of this file: it decrypts the webhook secrets.';
      return problem('secret_key', `${secretKeyFile(config)} is missing`, fix);
    }
    box = boxOf(config, key);
    previous = previousKeyOf(config, key);
  } catch (error) {
    return problem('secret_key', failureText(error), 'Set SECRET_KEY to the key of this database.');
  }
  const report = await inspectSecrets({ db, box });
  const unopened = unopenedCount(report);
  if (unopened > 0) {
    return problem(
      'secret_key',
      `SECRET_KEY does not decrypt ${unopened} of the stored webhook secrets, card tokens and authenticators: ${report.unopenedIds.join(', ')}`,
      'Set or restore the SECRET_KEY of this database. If it was rotated, set SECRET_KEY_PREVIOUS to the previous key.',
    );
  }
  if (previous) return checkPreviousKey({ db, box }, previous, staleCount(report));
  return ok('secret_key', `SECRET_KEY decrypts the webhook secrets of ${websites} website${websites === 1 ? '' : 's'}`);
}

/** Reports the progress of a key rotation. */
async function checkPreviousKey(
  deps: { db: Database; box: SecretBox },
  { file }: PreviousKey,
  stale: number,
): Promise<Finding> {
  const nowUs = systemClock()();
  const need = await previousKeyNeed(deps, nowUs);
  if (stale > 0 || need.resealedAtUs === undefined) {
    const waiting = `${stale} webhook secrets, card tokens and authenticators are not re-encrypted yet`;
    return warning('secret_key', `SECRET_KEY was rotated: ${waiting}`, 'peye secrets rotate');
  }
  const text = removalText(need, nowUs, file ?? undefined);
  if (isNeeded(need, nowUs)) return ok('secret_key', text);
  return warning(
    'secret_key',
    text,
    file ? 'peye secrets remove-previous' : 'Unset SECRET_KEY_PREVIOUS on every node.',
  );
}
