import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { removalText } from '../app/doctor/finding-texts.ts';
import type { Store } from '../app/open-store.ts';
import { previousKeyOf, replaceSecretKey, requireSecretKey, secretKeyFile } from '../app/secret-key.ts';
import type { Config } from '../config.ts';
import {
  inspectSecrets,
  isNeeded,
  type PreviousKeyNeed,
  previousKeyNeed,
  type SealedReport,
  staleCount,
  unopenedCount,
} from '../features/secrets/reseal-secrets.ts';
import { secretsJson } from '../features/secrets/secrets-json.ts';
import { previousKeyFile } from '../features/secrets/store/secret-key-file.ts';
import { CommandFailure } from '../platform/command-failure.ts';
import { syncToDisk } from '../platform/files/durable-files.ts';
import { asCalled } from './as-called.ts';
import { type Command, type JsonOption, printResult } from './output.ts';
import { withProgress } from './progress.ts';
import { withStore } from './with-store.ts';

/** `peye secrets`: replaces SECRET_KEY, encrypts stored secrets with the new key, and deletes the old key. */
export function secretsCommands(program: Command): void {
  const secrets = program
    .command('secrets')
    .description('Rotate SECRET_KEY, which encrypts the secrets in the database');
  secrets
    .command('new-key')
    .description('Create a new SECRET_KEY; the old key still decrypts existing secrets')
    .json('print one JSON document: {file, previous_file, secret_key}')
    .more(`
If the key is in DATA_DIR/secret.key, this command replaces it and stores the old key in secret.key.previous. Both files get the
owner and group of the old file, and only the owner can read them. No other file changes. Restart the gateway right afterwards.

If SECRET_KEY is a setting, this command changes nothing. It prints a new key and the steps for every node.

Examples:
  peye secrets new-key
  peye secrets new-key --json`)
    .action((options: JsonOption) => newKey(options));
  secrets
    .command('rotate')
    .description('Re-encrypt stored secrets from SECRET_KEY_PREVIOUS to SECRET_KEY')
    .json('print one JSON document: {resealed, current, unopened, previous_key}')
    .more(`
Every gateway must have both keys first: docs/secrets.md has the order. You can run this command while gateways run, and again
if it was interrupted. It shows when you can remove the previous key. It exits with 1 if neither key decrypts a secret.

Examples:
  peye secrets rotate
  peye secrets rotate --json`)
    .action((options: JsonOption) => rotate(options));
  secrets
    .command('remove-previous')
    .description('Delete secret.key.previous when it is no longer needed')
    .json('print one JSON document: {removed}')
    .more(`
Refused while the old key is still needed: for a stored secret, or for the page links of open payments. peye secrets rotate and
peye doctor show until when.

Examples:
  peye secrets remove-previous
  peye secrets remove-previous --json`)
    .action((options: JsonOption) => removePrevious(options));
}

async function newKey(options: JsonOption): Promise<void> {
  await withStore(async (store, config) => {
    const previous = previousKeyOf(config, await requireSecretKey(config, store.db));
    if (previous) {
      const name = previous.file ?? 'SECRET_KEY_PREVIOUS';
      throw new CommandFailure(
        `the last key rotation is not finished: ${name} still exists. Run \`peye secrets rotate\`, then remove it.`,
      );
    }
    const file = secretKeyFile(config);
    if (file === null) {
      const secretKey = randomBytes(32).toString('base64');
      return printResult(options, { file: null, previous_file: null, secret_key: secretKey }, () =>
        asCalled(newSettingText(secretKey)),
      );
    }
    await replaceSecretKey(file);
    const document = { file, previous_file: previousKeyFile(file), secret_key: null };
    printResult(options, document, () => asCalled(newFileText(document)));
  });
}

function newFileText({ file, previous_file }: { file: string; previous_file: string }): string {
  return `New key: ${file}
Old key: ${previous_file}

Back up the new key now, separately from the database backups. Then:

1. Restart the gateway. Until then it cannot decrypt secrets that commands store with the new key.
2. peye secrets rotate
3. peye secrets remove-previous, when step 2 says that the old key can be removed.`;
}

function newSettingText(secretKey: string): string {
  return `New key. Nothing was changed:

SECRET_KEY=${secretKey}

SECRET_KEY is a setting here, so you have to set it yourself. Back up the new key now, separately from the database backups.
Then:

1. On every node, set SECRET_KEY_PREVIOUS to the current SECRET_KEY, and SECRET_KEY to the new key. Restart the node.
   With several nodes, one more round comes first: docs/secrets.md.
2. peye secrets rotate
3. Unset SECRET_KEY_PREVIOUS on every node, when step 2 says that it can be removed.`;
}

async function removePrevious(options: JsonOption): Promise<void> {
  await withStore(async (store, config) => {
    const current = secretKeyFile(config);
    const file = current === null ? undefined : previousKeyFile(current);
    if (file === undefined || !existsSync(file)) {
      const advice = config.secretKeyPrevious ? ' SECRET_KEY_PREVIOUS is a setting: unset it on every node.' : '';
      throw new CommandFailure(`${file ?? 'secret.key.previous'} does not exist.${advice}`);
    }
    await requireUnneeded(store, config, file);
    rmSync(file);
    await syncToDisk(dirname(file));
    printResult(
      options,
      { removed: file },
      () => `Deleted ${file}. A running gateway uses the old key until its next start.`,
    );
  });
}

/** Throws while the previous key is still needed: for a stored secret, or for the link of an open payment. */
async function requireUnneeded(store: Store, config: Config, file: string): Promise<void> {
  // After an interrupted rotation the file holds the current key.
  if (!previousKeyOf(config, await requireSecretKey(config, store.db))) return;
  const report = await inspectSecrets(store);
  const nowUs = store.clock();
  const need: PreviousKeyNeed = await previousKeyNeed(store, nowUs);
  if (staleCount(report) > 0 || need.resealedAtUs === undefined) {
    throw new CommandFailure(`stored secrets are not encrypted with the new key yet. Run \`peye secrets rotate\`.`);
  }
  if (isNeeded(need, nowUs)) throw new CommandFailure(`${removalText(need, nowUs, file)}.`);
}

async function rotate(options: JsonOption): Promise<void> {
  await withStore(async (store, config) => {
    const report = await withProgress('re-encrypting secrets', () => store.operator.resealSecrets());
    const isDone = staleCount(report) + unopenedCount(report) === 0;
    const nowUs = store.clock();
    const need = await previousKeyNeed(store, nowUs);
    const previous = previousKeyOf(config, await requireSecretKey(config, store.db));
    const document = secretsJson({ report, need, hasPrevious: previous !== undefined, nowUs });
    printResult(options, document, () =>
      [
        `Re-encrypted with SECRET_KEY: ${countsText(document.resealed)}.`,
        `Encrypted with SECRET_KEY now: ${countsText(document.current)}.`,
        ...(previous && isDone ? [`${removalText(need, nowUs, previous.file ?? undefined)}.`] : []),
      ].join('\n'),
    );
    throwOnRest(report);
  });
}

function countsText(counts: { webhook_secrets: number; card_tokens: number; totp_secrets: number }): string {
  return `webhook secrets ${counts.webhook_secrets}, card tokens ${counts.card_tokens}, authenticators ${counts.totp_secrets}`;
}

function throwOnRest(report: SealedReport): void {
  if (unopenedCount(report) > 0) {
    throw new CommandFailure(
      `neither SECRET_KEY nor SECRET_KEY_PREVIOUS decrypts ${unopenedCount(report)} secrets: ${report.unopenedIds.join(', ')}. Set SECRET_KEY_PREVIOUS to the key that encrypted them, and run this command again.`,
    );
  }
  if (staleCount(report) > 0) {
    throw new CommandFailure(
      'a gateway still encrypts with the other key. Set the same SECRET_KEY on every node, restart them, and run this command again.',
    );
  }
}
