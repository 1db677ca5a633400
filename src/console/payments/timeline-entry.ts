import type { Html } from '../../platform/html/html.ts';
/** An event in a payment's timeline. */
export interface TimelineEntry {
  /** Microseconds since 1970. */
  readonly atUs: number;
  readonly title: string;
  readonly more?: Html | '';
}
