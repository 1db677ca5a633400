import { US_PER_MINUTE } from '../../core/durations.ts';
import { type FieldKind, type Fields, fieldsIn, kindOf, plainValue } from '../../core/fields.ts';
import type { Role } from '../../core/roles.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import { offsetOfHourUs } from '../../platform/clock/haiti-time.ts';

/** A value that is written unchanged: JSON from elsewhere. */
interface RawJson {
  readonly json: string;
}

/** One value of a row. Null is an empty cell in CSV, and `null` in JSON. */
export type ExportValue = string | number | RawJson | null;

/** A column: the kind of its values, and the function that reads one. */
interface ExportColumn<Item> {
  readonly kind: FieldKind;
  readonly read: (item: Item) => ExportValue;
}

/** The columns of a list, in order. A column is never renamed or removed; new columns are added at the end. */
export type ExportColumns<Item> = Readonly<Record<string, ExportColumn<Item>>>;

/** The columns of a table of fields, for users with a role. */
export function columnsOf<Item>(fields: Fields<Item>, role: Role): ExportColumns<Item> {
  return Object.fromEntries(
    fieldsIn(fields, 'csv', role).map(({ name, field, read: readField }) => {
      const read = (item: Item) => {
        const found = readField(item);
        if (found.kind === 'raw') return found.value === null ? null : { json: found.value };
        return plainValue(found, { time: exportedTime, separator: ' ' });
      };
      return [field.csv ?? name, { kind: kindOf(field), read }];
    }),
  );
}

/** A time in Haiti's time zone, to the microsecond: `2026-11-22T05:31:07.000125-05:00`. Null stays null. */
function exportedTime(us: number | null): string | null {
  if (us === null) return null;
  const offsetUs = offsetOfHourUs(us);
  const minutes = Math.abs(offsetUs) / US_PER_MINUTE;
  const offset = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return `${formatTimestamp(us + offsetUs).slice(0, -1)}${offsetUs < 0 ? '-' : '+'}${offset}`;
}
