/** Merchants' exports at a time in one process: each takes a part of what everybody else waits for. */
const OF_MERCHANTS = 2;
/** Of everybody. One more, so that merchants who read slowly do not keep those who run the gateway from theirs. */
const OF_ALL = 3;

/** Who wants an export, with all websites of their merchant: the operator's people see every website, and have null. */
interface Exporter {
  readonly userId: string;
  readonly websiteIds: readonly string[] | null;
}

/** Who may begin an export: a few at a time, one for each merchant, and one for each of the operator's people. */
export interface ExportPlaces {
  /** What gives the place back, or why there is none: `yours` is running already, or too many of `others`. */
  take(exporter: Exporter): (() => void) | 'yours' | 'others';
}

/** The places of a process. */
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

/** Whether both are one user, or of one merchant, who has as many users as its owners invite. */
function isSameMerchant(one: Exporter, other: Exporter): boolean {
  return one.userId === other.userId || (one.websiteIds ?? []).some((id) => other.websiteIds?.includes(id));
}
