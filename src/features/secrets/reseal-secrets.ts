import type { Actor } from '../../core/actor.ts';
import { US_PER_HOUR } from '../../core/durations.ts';
import type { Database } from '../../database/database.ts';
import type { Reader } from '../../database/read-only-store.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { SecretBox } from '../../platform/secrets/secrets.ts';
import { type RecordedRun, recordRun } from '../audit/store/record-run.ts';
import {
  countOpenPaymentsBefore,
  findSecretChange,
  listSealedTexts,
  recordSecretChange,
  replaceSealedText,
  SEALED_COLUMNS,
  type SealedColumn,
} from './store/sealed-texts.ts';

/** How many texts are read together, and re-sealed in one transaction: few, so that it delays no other transaction. */
const BATCH = 100;
/** The most passes of a run, so that the run ends even if another process keeps sealing under the other key. */
const MAX_PASSES = 10;
/** How long the outcome of a payment may be viewed after its expiry. */
const VIEWING_US = US_PER_HOUR;
/** How many texts that open under neither key are listed by id. */
const MAX_NAMED = 5;

interface ReadDeps {
  readonly db: Reader;
  readonly box: SecretBox;
}

interface SecretDeps extends ReadDeps {
  readonly db: Database;
}

/** The states of the sealed texts of a kind. */
interface SealedCounts {
  /** Under the current key, in the newest form. */
  current: number;
  /** Under the previous key, or in the old form without a version. */
  stale: number;
  /** Under neither key. */
  unopened: number;
}

/** The kinds of sealed texts, each counted separately. */
const KINDS = { 'webhook-secret': 'webhookSecrets', 'card-token': 'cardTokens', 'totp-secret': 'totpSecrets' } as const;
type Kind = (typeof KINDS)[keyof typeof KINDS];

/** How many of each kind were re-sealed under the current key. */
export type Resealed = Readonly<Record<Kind, number>>;

export interface SealedReport extends Readonly<Record<Kind, SealedCounts>> {
  /** The first rows whose text opens under neither key. */
  readonly unopenedIds: string[];
}

/** Reads every sealed text of the store, and changes nothing. */
export function inspectSecrets(deps: ReadDeps): Promise<SealedReport> {
  return inspectAll(deps, async () => {});
}

/**
 * Re-seals every sealed text under the current key, in small transactions, alongside working gateways. May be run again
 * at any time and stopped anywhere: a text is replaced only if it is still as it was read. The run ends after a pass in
 * which no text had to be re-sealed, and records the time. Texts are left `stale` only if another process keeps sealing
 * under the other key. `resealed` counts the texts that the run replaced.
 */
export async function resealSecrets(
  deps: SecretDeps & { readonly clock: Clock; readonly actor: Actor },
): Promise<SealedReport & { readonly resealed: Resealed }> {
  const run = recordRun(deps.db, deps, { action: 'secrets.rotate', subject: { kind: 'store', id: null } });
  const resealed = { webhookSecrets: 0, cardTokens: 0, totpSecrets: 0 };
  for (let pass = 1; ; pass++) {
    const report = await inspectAll(deps, async (column, changes) => {
      resealed[countedAs(column)] += await replaceAll(run, column, changes);
    });
    if (staleCount(report) > 0 && pass < MAX_PASSES) continue;
    if (staleCount(report) + unopenedCount(report) === 0) {
      const isLater = Object.values(resealed).some((count) => count > 0);
      await deps.db.transaction((tx) =>
        recordSecretChange(tx, { keyTag: keyTag(deps.box), atUs: deps.clock(), isLater }),
      );
    }
    await run.end({
      webhook_secrets: resealed.webhookSecrets,
      card_tokens: resealed.cardTokens,
      totp_secrets: resealed.totpSecrets,
    });
    return { ...report, resealed };
  }
}

/** The remaining need for the previous key when all texts are sealed under the current one. */
export interface PreviousKeyNeed {
  /** Since when all texts have been under the current key; undefined before `peye secrets rotate` has finished. */
  readonly resealedAtUs: number | undefined;
  /** Open payments that were created before that time, whose links may use the previous key. */
  readonly openPayments: number;
  /** When the last of these links is no longer needed; null when there is none. */
  readonly untilUs: number | null;
}

/** How long the previous key is needed for links that customers have. */
export async function previousKeyNeed({ db, box }: SecretDeps, nowUs: number): Promise<PreviousKeyNeed> {
  const resealedAtUs = await findSecretChange(db, keyTag(box));
  const { payments, lastExpiresAtUs } = await countOpenPaymentsBefore(db, resealedAtUs ?? nowUs);
  const untilUs = lastExpiresAtUs === null ? null : lastExpiresAtUs + VIEWING_US;
  return { resealedAtUs, openPayments: payments, untilUs };
}

/** Whether a customer may still use a link of the previous key. */
export function isNeeded({ untilUs }: PreviousKeyNeed, nowUs: number): boolean {
  return untilUs !== null && untilUs > nowUs;
}

/** How many texts are not under the current key, and can be opened. */
export function staleCount(report: SealedReport): number {
  return sumOf(report, 'stale');
}

/** How many texts open under neither key. */
export function unopenedCount(report: SealedReport): number {
  return sumOf(report, 'unopened');
}

function sumOf(report: SealedReport, what: keyof SealedCounts): number {
  return Object.values(KINDS).reduce((sum, kind) => sum + report[kind][what], 0);
}

interface Change {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

async function inspectAll(
  { db, box }: ReadDeps,
  onStale: (column: SealedColumn, changes: readonly Change[]) => Promise<void>,
): Promise<SealedReport> {
  const counts = (): SealedCounts => ({ current: 0, stale: 0, unopened: 0 });
  const report: SealedReport = {
    webhookSecrets: counts(),
    cardTokens: counts(),
    totpSecrets: counts(),
    unopenedIds: [],
  };
  for (const column of SEALED_COLUMNS) {
    const found = report[countedAs(column)];
    for (let afterId: string | undefined = ''; afterId !== undefined; ) {
      const texts = await listSealedTexts(db, column, { afterId, limit: BATCH });
      const changes: Change[] = [];
      for (const { id, sealed } of texts) {
        try {
          const to = box.reseal(column.purpose, sealed, id);
          if (to === undefined) found.current++;
          else changes.push({ id, from: sealed, to });
        } catch {
          found.unopened++;
          if (report.unopenedIds.length < MAX_NAMED) report.unopenedIds.push(id);
        }
      }
      found.stale += changes.length;
      if (changes.length > 0) await onStale(column, changes);
      afterId = texts.length < BATCH ? undefined : texts.at(-1)?.id;
    }
  }
  return report;
}

function replaceAll(run: RecordedRun, column: SealedColumn, changes: readonly Change[]): Promise<number> {
  return run.step(async (tx) => {
    let replaced = 0;
    for (const change of changes) if (await replaceSealedText(tx, column, change)) replaced++;
    return replaced;
  });
}

function countedAs({ purpose }: SealedColumn): Kind {
  return KINDS[purpose];
}

/**
 * A tag that identifies the current key: only a holder of the key can compute it, and it reveals nothing about the key.
 */
function keyTag(box: SecretBox): string {
  return box.tag('secret-change', '');
}
