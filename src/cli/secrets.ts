import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { removalText } from '../app/doctor/removal-text.ts';
import { CommandFailure } from '../app/failure.ts';
import type { Store } from '../app/open-store.ts';
import { previousKeyOf, replaceSecretKey, requireSecretKey, secretKeyFile } from '../app/secret-key.ts';
import type { Config } from '../config.ts';
import { syncToDisk } from '../lib/durable-files.ts';
import {
  inspectSecrets,
  isNeeded,
  type PreviousKeyNeed,
  previousKeyNeed,
  type SealedReport,
  staleCount,
  unopenedCount,
} from '../operator/reseal-secrets.ts';
import { secretsJson } from '../operator/views/secrets-json.ts';
import { previousKeyFile } from '../storage/secret-key-file.ts';
import { asCalled } from './as-called.ts';
import { printResult } from './output.ts';
import { withProgress } from './progress.ts';
import { withStore } from './with-store.ts';

/** `peye secrets`: replaces SECRET_KEY, seals everything in the store under the new one, and removes the old one. */
export function secretsCommands(program: Command): void {
  const secrets = program.command('secrets').description('change the key that seals the secrets in the store');
  secrets
    .command('new-key')
    .description('create a new SECRET_KEY; what the old one sealed still opens')
    .option('--json', 'print one JSON document: {file, previous_file, secret_key}')
    .addHelpText(
      'after',
      `
With the embedded store's own key, it replaces DATA_DIR/secret.key and stores the old key in secret.key.previous. Both files get the
owner, the group and the mode of the old one; no other file changes. Restart the gateway right afterwards. Where SECRET_KEY is a
setting, it changes nothing: it prints a new key, and what to do with it on every node.

Examples:
  peye secrets new-key
  peye secrets new-key --json`,
    )
    .action((options: { json?: true }) => newKey(options));
  secrets
    .command('rotate')
    .description('seal anew under SECRET_KEY what only SECRET_KEY_PREVIOUS opens')
    .option('--json', 'print one JSON document: {resealed, current, unopened, previous_key}')
    .addHelpText(
      'after',
      `
Works while gateways run, in small transactions; when it is interrupted, run it again. Every gateway must have both keys before:
docs/secret-key.md has the order. It shows when the previous key can be removed. The exit code is 1 when something opens
under neither key.

Examples:
  peye secrets rotate
  peye secrets rotate --json`,
    )
    .action((options: { json?: true }) => rotate(options));
  secrets
    .command('remove-previous')
    .description('delete secret.key.previous, once nothing needs it')
    .option('--json', 'print one JSON document: {removed}')
    .addHelpText(
      'after',
      `
It refuses while something in the store opens with the old key alone, or while open payments may have links of it. \`peye secrets
rotate\` and \`peye doctor\` show until when that is.

Examples:
  peye secrets remove-previous
  peye secrets remove-previous --json`,
    )
    .action((options: { json?: true }) => removePrevious(options));
}

async function newKey(options: { json?: true }): Promise<void> {
  await withStore(async (store, config) => {
    const previous = previousKeyOf(config, await requireSecretKey(config, store.db));
    if (previous) {
      const name = previous.file ?? 'SECRET_KEY_PREVIOUS';
      throw new CommandFailure(
        `the last change of the key is not finished: ${name} is still there. Run \`peye secrets rotate\`, then remove it.`,
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

Back up the new key now, apart from the backups of the store. Then:

1. Restart the gateway. Until then it cannot open what commands seal under the new key.
2. peye secrets rotate
3. peye secrets remove-previous, when the second step says that the old key can be removed.`;
}

function newSettingText(secretKey: string): string {
  return `A new key. Nothing was changed:

SECRET_KEY=${secretKey}

SECRET_KEY is a setting here, so set it yourself. Back up the new key, apart from the backups of the store. Then:

1. On every node, set SECRET_KEY_PREVIOUS to the present value of SECRET_KEY, and SECRET_KEY to the new key. Restart it.
   Several nodes need one more round before that: docs/secret-key.md.
2. peye secrets rotate
3. Unset SECRET_KEY_PREVIOUS on every node, when the second step says that it can be removed.`;
}

async function removePrevious(options: { json?: true }): Promise<void> {
  await withStore(async (store, config) => {
    const current = secretKeyFile(config);
    const file = current === null ? undefined : previousKeyFile(current);
    if (file === undefined || !existsSync(file)) {
      const advice = config.secretKeyPrevious ? ' SECRET_KEY_PREVIOUS is a setting: unset it on every node.' : '';
      throw new CommandFailure(`there is no ${file ?? 'secret.key.previous'} here.${advice}`);
    }
    await requireUnneeded(store, config, file);
    rmSync(file);
    await syncToDisk(dirname(file));
    printResult(
      options,
      { removed: file },
      () => `Removed ${file}. A gateway that runs forgets the old key at its next start.`,
    );
  });
}

/** Throws while something needs the previous key: a sealed text, or the link of an open payment. */
async function requireUnneeded(store: Store, config: Config, file: string): Promise<void> {
  // A file that holds the current key is what a change that was cut off has left.
  if (!previousKeyOf(config, await requireSecretKey(config, store.db))) return;
  const report = await inspectSecrets(store);
  const nowUs = store.clock();
  const need: PreviousKeyNeed = await previousKeyNeed(store, nowUs);
  if (staleCount(report) > 0 || need.resealedAtUs === undefined) {
    throw new CommandFailure(`secrets in the store are not sealed under the new key yet: run \`peye secrets rotate\`.`);
  }
  if (isNeeded(need, nowUs)) throw new CommandFailure(`${removalText(need, nowUs, file)}.`);
}

async function rotate(options: { json?: true }): Promise<void> {
  await withStore(async (store, config) => {
    const report = await withProgress('sealing anew', () => store.operator.resealSecrets());
    const isDone = staleCount(report) + unopenedCount(report) === 0;
    const nowUs = store.clock();
    const need = await previousKeyNeed(store, nowUs);
    const previous = previousKeyOf(config, await requireSecretKey(config, store.db));
    const document = secretsJson({ report, need, hasPrevious: previous !== undefined, nowUs });
    printResult(options, document, () =>
      [
        `Sealed anew under SECRET_KEY: ${countsText(document.resealed)}.`,
        `Under it now: ${countsText(document.current)}.`,
        ...(previous && isDone ? [`${removalText(need, nowUs, previous.file ?? undefined)}.`] : []),
      ].join('\n'),
    );
    complain(report);
  });
}

function countsText(counts: { webhook_secrets: number; card_tokens: number; totp_secrets: number }): string {
  return `webhook secrets ${counts.webhook_secrets}, card tokens ${counts.card_tokens}, authenticators ${counts.totp_secrets}`;
}

function complain(report: SealedReport): void {
  if (unopenedCount(report) > 0) {
    throw new CommandFailure(
      `${unopenedCount(report)} secrets open under neither SECRET_KEY nor SECRET_KEY_PREVIOUS: ${report.unopenedIds.join(', ')}. Set SECRET_KEY_PREVIOUS to the key that they were sealed under, and run this again.`,
    );
  }
  if (staleCount(report) > 0) {
    throw new CommandFailure(
      'a gateway goes on sealing under the other key: give every node the same SECRET_KEY, restart them, and run this again.',
    );
  }
}
