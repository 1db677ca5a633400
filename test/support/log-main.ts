// Writes lines to the log on its stdout, and then sends an IPC message. Arguments: how the process ends, and the number of lines.
// It ends by `throw` or `exit`; with another word it writes one more line on request, and ends.
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
