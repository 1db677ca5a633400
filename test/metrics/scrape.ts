import { until } from '../support/gateway.ts';

/** The values of a metrics text, by name and labels as they are written in it. */
export type Samples = ReadonlyMap<string, number>;

/** Requests the metrics of an address. */
export function metricsAt(origin: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(new URL('/metrics', origin), { headers });
}

/** Reads the values of a metrics text. Throws if a line has no value, or if a series appears twice. */
export function samplesIn(text: string): Samples {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const found = new Map<string, number>();
  for (const line of lines) {
    const at = line.lastIndexOf(' ');
    const text = line.slice(at + 1);
    const value = Number(text);
    // prom-client writes Nan for a value that was never measured.
    if ((Number.isNaN(value) && text !== 'Nan') || found.has(line.slice(0, at)))
      throw new Error(`no value, or a second line: ${line}`);
    found.set(line.slice(0, at), value);
  }
  return found;
}

/** The names of the metrics in a text. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name);
}

/** Scrapes until `isSo` holds, and returns the values. A text may be a second old, and its values of the store five seconds. */
export async function scrapedWhen(
  name: string,
  origin: string,
  isSo: (samples: Samples) => boolean,
  headers: Record<string, string> = {},
): Promise<Samples> {
  let samples: Samples = new Map();
  await until(name, async () => {
    const response = await metricsAt(origin, headers);
    const text = await response.text();
    // Too many requests.
    if (response.status === 429) return false;
    if (response.status !== 200) throw new Error(`${response.status} ${text}`);
    samples = samplesIn(text);
    return isSo(samples);
  });
  return samples;
}

/** The sum of all series of a metric that have these labels, written as they are in the text. */
export function sumOf(samples: Samples, metric: string, ...labels: readonly string[]): number {
  let sum = 0;
  for (const [name, value] of samples)
    if (name.startsWith(`${metric}{`) && labels.every((label) => name.includes(label))) sum += value;
  return sum;
}
