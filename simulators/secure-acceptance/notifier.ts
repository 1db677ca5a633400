import type { SecureAcceptanceFaults } from './faults.ts';
import type { Result } from './result.ts';
import type { Fields } from './sign-fields.ts';

/**
 * How long the gateway may take to respond. Whether the real one posts again when it does not is not known; this one does
 * not.
 */
const TIMEOUT_MS = 10_000;
/** A browser has posted by then. */
const AFTER_BROWSER_MS = 500;
const LATE_MS = 60_000;

export interface SentPost {
  readonly url: string;
  readonly fields: Fields;
  /** The gateway's response; null without one. */
  readonly status: number | null;
}

/** Notifies the gateway's server of results, when and if the switch says so. */
export interface Notifier {
  /** Before the response to the browser. */
  beforeBrowser(result: Result): Promise<void>;
  /** Once the browser is on its way. */
  afterBrowser(result: Result): void;
  /** The last result under a reference; undefined when there is none. */
  lastOf(reference: string): Result | undefined;
  /** Posts at once. */
  post(url: string, fields: Fields): Promise<SentPost>;
  sent(): readonly SentPost[];
  stop(): void;
}

export function notifier(faults: SecureAcceptanceFaults): Notifier {
  const results = new Map<string, Result>();
  const sent: SentPost[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const stopping = new AbortController();
  const post: Notifier['post'] = async (url, fields) => {
    const one = { url, fields, status: await statusOf(url, fields, stopping.signal) };
    sent.push(one);
    return one;
  };
  const notify = async ({ backofficeUrl, fields }: Result) => {
    if (backofficeUrl !== undefined) await post(backofficeUrl, fields);
  };
  const later = (result: Result, waitMs: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void notify(result);
    }, waitMs);
    timers.add(timer);
  };
  return {
    async beforeBrowser(result) {
      results.set(result.reference, result);
      if (faults.reports === 'before' || faults.reports === 'twice') await notify(result);
    },
    afterBrowser(result) {
      if (faults.reports === 'after' || faults.reports === 'twice') later(result, AFTER_BROWSER_MS);
      if (faults.reports === 'late') later(result, LATE_MS);
    },
    lastOf: (reference) => results.get(reference),
    post,
    sent: () => sent,
    stop() {
      stopping.abort();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

async function statusOf(url: string, fields: Fields, stopping: AbortSignal): Promise<number | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ ...fields }),
      signal: AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}
