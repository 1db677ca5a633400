import { parseArgs } from 'node:util';
import { findLoadGenerator } from './load/run-load.ts';
import { markdownTable } from './report.ts';
import { measureThroughput } from './throughput.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    engine: { type: 'string' },
    generator: { type: 'string' },
  },
});
const generator = (values.generator as 'wrk') ?? findLoadGenerator();
const pace = values.quick ? { rounds: 3, seconds: 1, warmUpSeconds: 1 } : { rounds: 5, seconds: 2, warmUpSeconds: 2 };
const engines = (['sqlite', 'postgres'] as const).filter((e) => !values.engine || e === values.engine);
for (const engine of engines) {
  console.log(markdownTable(await measureThroughput(engine, generator, pace)));
}
