// Writes lines to the log on its stdout and says by IPC when it is through. Arguments: how it ends,
// `throw` or `exit`, else it writes one more on request; and how many lines.
import { createLog } from '../../src/platform/log/log.ts';

const log = createLog('info');
const [, , ending, lines] = process.argv;

for (let n = 0; n < Number(lines); n++)
  log.info({ n }, 'a line as long as those of requests are, which takes a hundred characters or so');
process.send?.('written');
if (ending === 'throw') {
  throw new Error('a crash');
} else if (ending === 'exit') {
  process.exit(3);
} else {
  process.once('message', () => {
    log.info({ n: 'last' }, 'after the reader resumed');
    process.disconnect();
  });
}
