import type { Command } from 'commander';
import { removalText } from '../app/doctor/removal-text.ts';
import { CommandFailure } from '../app/failure.ts';
import { previousKeyNeed, type SealedReport, staleCount, unopenedCount } from '../operator/reseal-secrets.ts';
import { secretsJson } from '../operator/views/secrets-json.ts';
import { printResult } from './output.ts';
import { withProgress } from './progress.ts';
import { withStore } from './with-store.ts';

/** `peye secrets rotate`: puts everything that is sealed in the store under the current SECRET_KEY. */
export function secretsCommands(program: Command): void {
  const secrets = program.command('secrets').description('change the key that seals the secrets in the store');
  secrets
    .command('rotate')
    .description('seal anew under SECRET_KEY what only SECRET_KEY_PREVIOUS opens')
    .option('--json', 'print one JSON document: {resealed, current, unopened, previous_key}')
    .addHelpText(
      'after',
      `
Works while gateways run, in small transactions; cut off, it is run again. Every gateway must have both keys before:
docs/secret-key.md says in which order. It says when SECRET_KEY_PREVIOUS can be removed. The exit code is 1 when something opens
under neither key.

Examples:
  peye secrets rotate
  peye secrets rotate --json`,
    )
    .action((options: { json?: true }) => rotate(options));
}

async function rotate(options: { json?: true }): Promise<void> {
  await withStore(async (store, config) => {
    const report = await withProgress('sealing anew', () => store.operator.resealSecrets());
    const isDone = staleCount(report) + unopenedCount(report) === 0;
    const nowUs = store.clock();
    const need = await previousKeyNeed(store, nowUs);
    const document = secretsJson({ report, need, hasPrevious: config.secretKeyPrevious !== null, nowUs });
    printResult(options, document, () =>
      [
        `Sealed anew under SECRET_KEY: ${countsText(document.resealed)}.`,
        `Under it now: ${countsText(document.current)}.`,
        ...(document.previous_key.is_set && isDone ? [removalText(need, nowUs)] : []),
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
