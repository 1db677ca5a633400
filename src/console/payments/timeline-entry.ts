/** Something that happened to a payment. */
export interface TimelineEntry {
  /** Microseconds since 1970. */
  readonly atUs: number;
  readonly title: string;
  /** HTML of ours. */
  readonly more?: string;
}
