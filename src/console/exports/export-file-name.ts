import { daysOf, monthOf } from '../../features/statements/month.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { haitiDate, haitiTimestamp } from '../../platform/clock/haiti-time.ts';
import type { ExportFilter } from './export-filter.ts';
import type { ExportFormat } from './export-text.ts';
import type { ExportList } from './exported-list.ts';

/** The longest part of a website's name in a file name. */
const LONGEST_NAME = 40;

/**
 * The name of an export's file: the list, the mode, the website if there is only one, and the period in Haiti, such as
 * `peye-payments-live-kafe-mon-2026-10.csv`. A period without an end ends on the day of the export.
 */
export function exportFileName(
  { name, filters }: Pick<ExportList, 'name' | 'filters'>,
  { fromUs, toUs, nowUs, text }: Pick<ExportFilter, 'fromUs' | 'toUs' | 'nowUs' | 'text'>,
  { website, format }: { website: Pick<Website, 'id' | 'name'> | undefined; format: ExportFormat },
): string {
  const mode = 'mode' in filters ? (text('mode') ?? 'live-and-test') : undefined;
  const shop = website && (plainName(website.name) || plainName(website.id));
  const parts = ['peye', name, mode, shop, periodName(fromUs, toUs, nowUs)];
  return `${parts.filter((part) => part !== undefined).join('-')}.${format === 'jsonl' ? 'jsonl' : 'csv'}`;
}

/** Letters and digits that every system accepts in a file name: `Kafe Mòn; 2` is `kafe-mon-2`. */
export function plainName(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return (plain.match(/[a-z0-9]+/g) ?? []).join('-').slice(0, LONGEST_NAME);
}

/** `2026-10` for a whole month, else the first and the last day, with a time of day if that is not midnight. */
function periodName(fromUs: number | undefined, toUs: number | undefined, nowUs: number): string {
  const last = toUs === undefined ? haitiDate(nowUs) : isMidnight(toUs) ? haitiDate(toUs - 1) : momentName(toUs);
  if (fromUs === undefined) return toUs === undefined ? last : `until-${last}`;
  const first = momentName(fromUs);
  const month = monthOf(fromUs);
  if (toUs !== undefined && [first, last].join() === daysOf(month).join()) return month;
  return first === last ? first : `${first}-to-${last}`;
}

function momentName(us: number): string {
  return isMidnight(us) ? haitiDate(us) : `${haitiDate(us)}-${timeOf(us).replace(':', '')}`;
}

function isMidnight(us: number): boolean {
  return timeOf(us) === '00:00';
}

function timeOf(us: number): string {
  return haitiTimestamp(us).slice(11, 16);
}
