/** The text is reused for this long. */
const REUSED_MS = 1_000;
/** Far more than several scrapers need. A text may be hundreds of kilobytes, and sending thousands of texts a second costs time too. */
const MOST_A_SECOND = 20;

/** The metrics as text, or `too_often`. Rejects when they cannot be read. */
export type Scrape = () => Promise<string> | 'too_often';

/** Builds one text at a time. Requests that arrive while it is built, or within a second, share it. Beyond 20 a second, all are refused. */
export function shareText(make: () => Promise<string>): Scrape {
  let text: Promise<string> | undefined;
  let given = 0;
  let countedMs = Number.NEGATIVE_INFINITY;
  return () => {
    const nowMs = performance.now();
    if (nowMs - countedMs >= 1_000) {
      given = 0;
      countedMs = nowMs;
    }
    if (++given > MOST_A_SECOND) return 'too_often';
    if (text === undefined) {
      text = make();
      const drop = () => {
        text = undefined;
      };
      text.then(() => setTimeout(drop, REUSED_MS).unref(), drop);
    }
    return text;
  };
}
