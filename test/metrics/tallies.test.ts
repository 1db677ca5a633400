import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tallies } from '../../src/metrics/tallies.ts';

test('a metric has at most 500 series, and one more, "other", for the rest', async () => {
  const { count, metrics } = tallies();
  const visits = count({ name: 'visits_total', help: 'Visits.', labels: ['who'] });
  for (let i = 0; i < 2_000; i++) visits(`visitor ${i}`);
  visits('visitor 7');
  const { values } = await metrics[0]!.get();
  assert.equal(values.length, 501);
  const countOf = (who: string) => values.find(({ labels }) => labels.who === who)?.value;
  assert.deepEqual([countOf('visitor 7'), countOf('other'), countOf('visitor 700')], [2, 1_500, undefined]);
});

test('known series exist at zero from the start, and `alongside` series from the first series of their job', async () => {
  const { count, observe, metrics } = tallies();
  count({ name: 'alone_total', help: 'Without labels.' });
  count({ name: 'known_total', help: 'Known.', labels: ['outcome'] }, [['kept'], ['lost']]);
  const round = observe({ name: 'rounds', help: 'Rounds.', labels: ['job', 'result'] }, [1], {
    alongside: ([job = '']) => ['ok', 'failed'].map((result) => [job, result]),
  });
  const shown = () => Promise.all(metrics.map(async (metric) => (await metric.get()).values.map(({ value }) => value)));
  assert.deepEqual(await shown(), [[0], [0, 0], []]);
  round(0.5, 'sweep', 'ok');
  assert.deepEqual((await shown())[2], [1, 1, 0.5, 1, 0, 0, 0, 0]);
});
