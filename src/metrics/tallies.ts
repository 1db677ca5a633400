import type { LabelValues, Metric as PromMetric } from 'prom-client';
import { Counter, Histogram } from './prom-client.ts';

/** A metric has at most this many series, whatever unauthenticated clients send, and one more, `other`, which counts the rest. */
const MAX_SERIES = 500;
const OTHER = 'other';

export type Labels = readonly string[];
/** Adds 1 to the series with these values of the metric's labels, in their order. */
type Count = (...labels: Labels) => void;
/** Adds a measurement to the series with these values of the metric's labels, in their order. */
type Observe = (value: number, ...labels: Labels) => void;

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
}

/**
 * The series that exist at zero before anything has happened. If a series appeared only with its first event, Prometheus would see no
 * increase, and no alert could use it.
 */
interface FromTheStart {
  readonly known?: readonly Labels[];
  /** Other series to create, at zero, when a series with these labels is created. */
  readonly alongside?: (labels: Labels) => readonly Labels[];
}

/** Counters and histograms of prom-client, bounded in their number of series. */
export interface Tallies {
  count(metric: Metric, known?: readonly Labels[]): Count;
  /** A histogram. Buckets are upper bounds, in ascending order. */
  observe(metric: Metric, buckets: readonly number[], fromTheStart?: FromTheStart): Observe;
  /** All metrics, in no registry. */
  readonly metrics: readonly PromMetric[];
}

/** Creates tallies without any metric. */
export function tallies(): Tallies {
  const metrics: PromMetric[] = [];
  return {
    metrics,
    count({ name, help, labels = [] }, known = []) {
      const counter = new Counter({ name, help, labelNames: [...labels], registers: [] });
      metrics.push(counter);
      const find = seriesOf(labels, { known }, (series) => counter.inc(series, 0));
      return (...values) => counter.inc(find(values));
    },
    observe({ name, help, labels = [] }, buckets, fromTheStart = {}) {
      const histogram = new Histogram({ name, help, labelNames: [...labels], buckets: [...buckets], registers: [] });
      metrics.push(histogram);
      const find = seriesOf(labels, fromTheStart, (series) => histogram.zero(series));
      return (value, ...values) => histogram.observe(find(values), value);
    },
  };
}

/** Finds the series with some labels. A new one starts at zero, unless there are too many. */
function seriesOf(
  names: readonly string[],
  { known = [], alongside }: FromTheStart,
  startAtZero: (series: LabelValues<string>) => void,
): (values: Labels) => LabelValues<string> {
  const byText = new Map<string, LabelValues<string>>();
  const find = (values: Labels): LabelValues<string> => {
    const text = values.join('\n');
    const found = byText.get(text);
    if (found !== undefined) return found;
    if (byText.size >= MAX_SERIES && values.some((value) => value !== OTHER)) return find(names.map(() => OTHER));
    const series = Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
    byText.set(text, series);
    startAtZero(series);
    for (const other of alongside?.(values) ?? []) find(other);
    return series;
  };
  for (const values of known) find(values);
  return find;
}
