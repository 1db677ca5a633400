import type { Html } from '../../lib/html.ts';
/** Something that happened to a payment. */
export interface TimelineEntry {
  /** Microseconds since 1970. */
  readonly atUs: number;
  readonly title: string;
  /** HTML of ours. */
  readonly more?: Html | '';
}
