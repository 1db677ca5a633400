import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DRILLS } from './drills.ts';
import { alertNames, scaledRule } from './scaled-rules.ts';

it('there is a drill for every alert, and a drill shortens the times of the rule of its alert', () => {
  assert.ok(alertNames().length >= 20);
  assert.deepEqual(DRILLS.map(({ alert }) => alert).sort(), alertNames().sort());
  const rule = scaledRule('PeyeHighLatency', 60);
  assert.match(rule, /histogram_quantile\(0\.99, .*\n.*\[5s\]\)\)\) > 1\n +for: 10s\n/);
  assert.equal(rule.match(/- alert: /g)?.length, 1);
  assert.doesNotMatch(
    alertNames()
      .map((name) => scaledRule(name, 60))
      .join(''),
    /\[\d+[mh]\]|for: \d+[mh]\n/,
  );
});
