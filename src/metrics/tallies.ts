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
 * The series that exist at zero before their first event. If a series appeared only with its first event, Prometheus
 * would see no increase, and no alert could use it.
 */
interface FromTheStart {
  readonly known?: readonly Labels[];
  /** Other series to create, at zero, when a series with these labels is created. */
  readonly alongside?: (labels: Labels) => readonly Labels[];
}

/** A metric with its current values, in the format of prom-client. */
export interface Reading {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'histogram';
  readonly values: readonly {
    readonly metricName: string;
    readonly labels: Readonly<Record<string, string | number>>;
    readonly value: number;
  }[];
}

/**
 * Counters that cost a third of a microsecond for each request, and nothing at the start. Those of prom-client take
 * four times as long, which would slow a fast read, and must be loaded before the first event. So prom-client only
 * builds the text, and is loaded when the metrics are first requested.
 */
export interface Tallies {
  count(metric: Metric, known?: readonly Labels[]): Count;
  /** A histogram. Buckets are upper bounds, in ascending order. */
  observe(metric: Metric, buckets: readonly number[], fromTheStart?: FromTheStart): Observe;
  /** One reader for each metric. */
  readonly readers: readonly (() => Reading)[];
}

/** Creates tallies without any metric. */
export function tallies(): Tallies {
  const readers: (() => Reading)[] = [];
  return {
    readers,
    count({ name, help, labels = [] }, known = []) {
      const { find, all } = seriesOf(labels, { known }, () => ({ value: 0 }));
      readers.push(() => {
        const values = all().map(([of, { value }]) => ({ metricName: name, labels: of, value }));
        return { name, help, type: 'counter', values };
      });
      return (...values) => {
        find(values).value++;
      };
    },
    observe({ name, help, labels = [] }, buckets, fromTheStart = {}) {
      const { find, all } = seriesOf(labels, fromTheStart, () => ({
        // The count after that of the last bound is the count of higher values.
        counts: new Float64Array(buckets.length + 1),
        sum: 0,
      }));
      readers.push(() => {
        const values = all().flatMap(([of, { counts, sum }]) => {
          let count = 0;
          const bounds = [...buckets, '+Inf'].map((le, index) => {
            count += counts[index] ?? 0;
            return { metricName: `${name}_bucket`, labels: { ...of, le }, value: count };
          });
          return [
            ...bounds,
            { metricName: `${name}_sum`, labels: of, value: sum },
            { metricName: `${name}_count`, labels: of, value: count },
          ];
        });
        return { name, help, type: 'histogram', values };
      });
      return (value, ...values) => {
        const series = find(values);
        let bucket = 0;
        while (bucket < buckets.length && value > buckets[bucket]!) bucket++;
        series.counts[bucket]!++;
        series.sum += value;
      };
    },
  };
}

/** The series whose labels begin with the same values. */
interface Branch<Series> {
  readonly below: Map<string, Branch<Series>>;
  series?: Series;
}

/** Finds or creates the branch of these values. */
function branchOf<Series>(root: Branch<Series>, values: Labels): Branch<Series> {
  return values.reduce((branch, value) => {
    const next = branch.below.get(value) ?? { below: new Map() };
    branch.below.set(value, next);
    return next;
  }, root);
}

/** One series for each set of labels, bounded in number. */
function seriesOf<Series>(names: readonly string[], { known = [], alongside }: FromTheStart, make: () => Series) {
  const root: Branch<Series> = { below: new Map() };
  const labelled: (readonly [Readonly<Record<string, string>>, Series])[] = [];
  const find = (values: Labels): Series => {
    // Finding label by label is cheaper than joining the labels to one text.
    let branch: Branch<Series> | undefined = root;
    for (const value of values) branch = branch?.below.get(value);
    if (branch?.series !== undefined) return branch.series;
    if (labelled.length >= MAX_SERIES && values.some((value) => value !== OTHER)) return find(names.map(() => OTHER));
    const series = make();
    branchOf(root, values).series = series;
    labelled.push([Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])), series]);
    for (const other of alongside?.(values) ?? []) find(other);
    return series;
  };
  for (const values of names.length === 0 ? [[]] : known) find(values);
  return { find, all: () => labelled };
}
