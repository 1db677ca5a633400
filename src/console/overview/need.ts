import { MOST_WORK } from '../../features/operations/method-health.ts';
import type { Dismissible } from '../../features/operations/store/dismissals.ts';

/** A text that depends on a count, which the page shows in front of it. */
export type CountText = (values: { readonly count: number }) => string;

/** An item that needs attention. */
export interface Need {
  /** Null for a single condition that has no count. */
  readonly count: number | null;
  /** Whether there are more than were counted. */
  readonly isMore: boolean;
  readonly text: string;
  /** The path of a list with exactly the counted rows. */
  readonly href: string;
  /** Since when the oldest of the counted rows needs attention; undefined if it is not known. */
  readonly sinceUs?: number | undefined;
  /** The last failure, as the other side reported it. */
  readonly error?: string | null;
  /** Whether users may dismiss it. Items about money, and conditions that end by themselves, cannot be dismissed. */
  readonly item?: { readonly websiteId: string; readonly kind: Dismissible };
}

/** An item that can be dismissed, and the time of the last event in it. */
export interface DismissibleNeed {
  readonly need: Need;
  readonly lastUs: () => Promise<number | undefined>;
}

/** The fields of an item that depend on its count. */
export function counted(count: number, text: CountText): Pick<Need, 'count' | 'isMore' | 'text'> {
  return { count: Math.min(count, MOST_WORK), isMore: count > MOST_WORK, text: text({ count }) };
}
