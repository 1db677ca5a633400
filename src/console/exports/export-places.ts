/** Concurrent exports of merchants in one process. Each takes capacity that all other requests share. */
const OF_MERCHANTS = 2;
/** Concurrent exports in total. One more, so that slow merchants do not block the operator's users. */
const OF_ALL = 3;

/** Who requests an export, with all websites of their merchant; null for the operator's users, who see every website. */
interface Exporter {
  readonly userId: string;
  readonly websiteIds: readonly string[] | null;
}

/** Limits concurrent exports: one for each merchant and for each of the operator's users, and a few in total. */
export interface ExportPlaces {
  /**
   * Returns the function that releases the slot, or the reason for a refusal: `yours` if one of the same merchant or user runs already,
   * `others` if too many run.
   */
  take(exporter: Exporter): (() => void) | 'yours' | 'others';
}

/** The export slots of one process. */
export function exportPlaces(): ExportPlaces {
  const running = new Set<Exporter>();
  return {
    take(exporter) {
      const others = [...running];
      if (others.some((each) => isSameMerchant(each, exporter))) return 'yours';
      if (others.length >= (exporter.websiteIds === null ? OF_ALL : OF_MERCHANTS)) return 'others';
      running.add(exporter);
      return () => void running.delete(exporter);
    },
  };
}

/** Whether both are the same user, or users of the same merchant. A merchant has as many users as its owners invite. */
function isSameMerchant(one: Exporter, other: Exporter): boolean {
  return one.userId === other.userId || (one.websiteIds ?? []).some((id) => other.websiteIds?.includes(id));
}
