import type { Fields } from '../../core/fields.ts';
import type { Ability } from '../../core/roles.ts';
import type { Database } from '../../database/database.ts';
import type { ExportedList } from '../../features/exports/record-export.ts';
import { newestFirst, type Source } from '../../features/exports/store/newest-first.ts';
import type { AskedPage } from '../views/pager.ts';
import type { ExportFilter } from './export-filter.ts';
import { columnsOf, type ExportFormat, type ExportWriter, exportWriter } from './export-text.ts';
import { spreadsheetOf } from './spreadsheet.ts';

/** Rows in one piece. Other requests are served between two pieces. */
const PIECE = 100;

/** Some rows of an export as text, and their number. */
interface ExportPiece {
  readonly text: string;
  readonly rows: number;
}

/** An export that is ready to start, and writes piece by piece. */
export interface PreparedExport {
  readonly mediaType: string;
  /** The last line of an incomplete file. */
  readonly brokenOff: string;
  pieces(): AsyncGenerator<ExportPiece>;
}

/** A list that can be exported. */
export interface ExportList {
  readonly name: ExportedList['list'];
  readonly access: Ability;
  /** The filters in the list's address, besides `website`, `from` and `to`. A filter with choices accepts nothing else. */
  readonly filters: Readonly<Record<string, readonly string[] | null>>;
  /** Whether rows belong to websites. */
  readonly hasWebsites: boolean;
  /** Whether the list can be filtered by time. */
  readonly hasTimes: boolean;
  /** Throws FilterFault for an invalid filter. */
  readonly prepare: (db: Database, filter: ExportFilter, format: ExportFormat) => Promise<PreparedExport>;
  /** The names of its columns, in order. */
  readonly columns: readonly string[];
}

/** The fields and the pages of an export. Fields may depend on the moment of the export, in microseconds since 1970. */
interface Exported<Item> extends Omit<ExportList, 'columns' | 'prepare'> {
  /** The states that a spreadsheet shows instead of `status`, as everywhere in the console. */
  readonly states?: (db: Database, items: readonly Item[]) => Promise<ReadonlyMap<Item, string>>;
  readonly fields: (nowUs: number) => Fields<Item>;
  /** Throws FilterFault for an invalid filter. */
  readonly sources: (db: Database, filter: ExportFilter) => Promise<readonly Source<Item>[]> | readonly Source<Item>[];
}

/** A list that can be exported, from its fields and its sources. */
export function listOf<Item>({ fields, sources, states, ...list }: Exported<Item>): ExportList {
  return {
    ...list,
    columns: Object.keys(columnsOf(fields(0), 'owner')),
    prepare: async (db, filter, format) => {
      const { nowUs, role, language, websiteIds } = filter;
      const sheet = { list: list.name, language, websiteIds };
      const columns = columnsOf(fields(nowUs), role);
      const writer = exportWriter(format === 'spreadsheet' ? await spreadsheetOf(db, sheet, columns) : format, columns);
      const statesOf = format === 'spreadsheet' && states ? (items: readonly Item[]) => states(db, items) : undefined;
      return prepared(writer, await sources(db, filter), statesOf);
    },
  };
}

/** The rows of a list, read as a page of the console reads them; `time` names the field by which they are ordered. */
export function pagesOf<Time extends string, Item extends { readonly id: string } & Readonly<Record<Time, number>>>(
  time: Time,
  read: (page: AskedPage) => Promise<readonly Item[]>,
): Source<Item> {
  return async (before, limit) => {
    const place = before && { atUs: before.atUs, createdAtUs: before.atUs, id: String(before.id) };
    const page = await read({ before: place, limit });
    const found = page.map((item) => ({ place: { atUs: item[time], id: item.id }, item }));
    return { found, next: page.length < limit ? undefined : found.at(-1)?.place };
  };
}

function prepared<Item>(
  writer: ExportWriter<Item>,
  sources: readonly Source<Item>[],
  statesOf?: (items: readonly Item[]) => Promise<ReadonlyMap<Item, string>>,
): PreparedExport {
  // Rows wait for their turn as text: a payment object takes several times the memory.
  const written = sources.map((source): Source<string> => {
    return async (before, limit) => {
      const { found, next } = await source(before, limit);
      const states = await statesOf?.(found.map(({ item }) => item));
      return { found: found.map(({ place, item }) => ({ place, item: writer.row(item, states?.get(item)) })), next };
    };
  });
  return {
    mediaType: writer.mediaType,
    brokenOff: writer.brokenOff,
    async *pieces() {
      if (writer.head !== '') yield { text: writer.head, rows: 0 };
      for await (const rows of newestFirst(written)) {
        // No row of this batch matched. Yield anyway, so that an export whose reader has disconnected stops.
        if (rows.length === 0) yield { text: '', rows: 0 };
        for (let at = 0; at < rows.length; at += PIECE) {
          const some = rows.slice(at, at + PIECE);
          yield { text: some.join(''), rows: some.length };
        }
      }
    },
  };
}
