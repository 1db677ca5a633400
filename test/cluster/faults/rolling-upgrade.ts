import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { versionTree } from '../../support/version-tree.ts';
import { type Fault, NOTHING_TO_HEAL, UNNOTICED } from './fault.ts';

const BIN = fileURLToPath(new URL('../../../bin', import.meta.url));
/** Adds a column that nothing reads, while older versions run that do not know the column. */
const MIGRATION = {
  '999001_later.sql': "-- compatible with: 000010\nALTER TABLE payments ADD COLUMN later TEXT CHECK (later <> '');\n",
};

/** Replaces each node, one after the other, by a newer version with one more migration. */
export const rollingUpgrade: Fault = {
  name: 'rolling-upgrade',
  expected: 'no request fails: each node finishes its requests, and the others serve in the meantime',
  limits: UNNOTICED,
  async make({ cluster, strike, log }) {
    const tree = versionTree({ add: MIGRATION });
    cpSync(BIN, join(tree.root, 'bin'), { recursive: true });
    const program = join(tree.root, 'bin/peye');
    await strike(async () => {
      for (const node of cluster.nodes) {
        const code = await node.replaceBy(program);
        if (code !== 0) throw new Error(`${node.name} ended with ${code} instead of 0`);
        await node.ready();
        log(`${node.name} is of the newer version`);
      }
    });
    return NOTHING_TO_HEAL;
  },
};
