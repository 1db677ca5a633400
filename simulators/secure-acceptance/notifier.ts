import type { SecureAcceptanceFaults } from './faults.ts';
import type { Result } from './result.ts';
import type { Fields } from './sign-fields.ts';

/**
 * How long the gateway may take to respond. It is not known whether the real server posts again after this time; the simulator does not.
 */
const TIMEOUT_MS = 10_000;
/** After this time, a browser has posted the result. */
const AFTER_BROWSER_MS = 500;
const LATE_MS = 60_000;

export interface SentPost {
  readonly url: string;
  readonly fields: Fields;
  /** The gateway's response; null without one. */
  readonly status: number | null;
}

/** Notifies the gateway's server of results, at the time that the switch `reports` sets. */
export interface Notifier {
  /** To be called before the response to the browser. */
  beforeBrowser(result: Result): Promise<void>;
  /** To be called once the browser is on its way. */
  afterBrowser(result: Result): void;
  /** The last result under a reference; undefined when there is none. */
  lastOf(reference: string): Result | undefined;
  /** Posts at once, whatever the switches. */
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
