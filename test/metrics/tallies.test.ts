import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Histogram, Registry } from 'prom-client';
import { tallies } from '../../src/metrics/tallies.ts';

const NAMES = { name: 'seconds', help: 'How long.', labels: ['route', 'status'] };
const BOUNDS = [0.1, 1, 10];

test('a histogram has the same values as one of prom-client', async () => {
  const value = fc.oneof(fc.constantFrom(0, 0.1, 1, 10, 10.5), fc.double({ min: 0, max: 100, noNaN: true }));
  const labels = fc.tuple(fc.constantFrom('/a', '/b'), fc.constantFrom('200', '503'));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(value, labels)), async (values) => {
      const { observe, readers } = tallies();
      const own = observe(NAMES, BOUNDS);
      const labelNames = [...NAMES.labels];
      const theirs = new Histogram({ ...NAMES, labelNames, buckets: BOUNDS, registers: [new Registry()] });
      for (const [seconds, [route, status]] of values) {
        own(seconds, route, status);
        theirs.observe({ route, status }, seconds);
      }
      const triples = (samples: readonly { metricName?: string; labels: object; value: number }[]) =>
        samples.map((sample) => [sample.metricName, sample.labels, sample.value]);
      assert.deepEqual(triples(readers[0]!().values), triples((await theirs.get()).values));
    }),
  );
});

test('a metric has at most 500 series, and one more, "other", for the rest', () => {
  const { count, readers } = tallies();
  const visits = count({ name: 'visits_total', help: 'Visits.', labels: ['who'] });
  for (let i = 0; i < 2_000; i++) visits(`visitor ${i}`);
  visits('visitor 7');
  const { values } = readers[0]!();
  assert.equal(values.length, 501);
  const countOf = (who: string) => values.find(({ labels }) => labels.who === who)?.value;
  assert.deepEqual([countOf('visitor 7'), countOf('other'), countOf('visitor 700')], [2, 1_500, undefined]);
});

test('known series exist at zero from the start, and `alongside` series from the first series of their job', () => {
  const { count, observe, readers } = tallies();
  count({ name: 'alone_total', help: 'Without labels.' });
  count({ name: 'known_total', help: 'Known.', labels: ['outcome'] }, [['kept'], ['lost']]);
  const round = observe({ name: 'rounds', help: 'Rounds.', labels: ['job', 'result'] }, [1], {
    alongside: ([job = '']) => ['ok', 'failed'].map((result) => [job, result]),
  });
  const shown = () => readers.map((read) => read().values.map(({ value }) => value));
  assert.deepEqual(shown(), [[0], [0, 0], []]);
  round(0.5, 'sweep', 'ok');
  assert.deepEqual(shown()[2], [1, 1, 0.5, 1, 0, 0, 0, 0]);
});
