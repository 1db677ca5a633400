import { appendFileSync, readFileSync } from 'node:fs';

// Loaded into the process of each test file by test/run.ts. When the process exits, it adds a line to the file that TEST_CPU_FILE
// names: the test file, and the processor seconds of the process and of its children that have ended (Linux only counts those).

/** A clock tick of /proc, in seconds. */
const TICK_SECONDS = 1 / 100;

const file = process.env.TEST_CPU_FILE;
// The processes that a test starts are counted by their parent.
delete process.env.TEST_CPU_FILE;
if (file) process.on('exit', () => appendFileSync(file, `${process.argv[1]}\t${cpuSeconds().toFixed(2)}\n`));

function cpuSeconds(): number {
  try {
    // utime, stime, cutime and cstime follow 11 fields after the name, which is in parentheses.
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_SECONDS;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
}
