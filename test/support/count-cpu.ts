import { appendFileSync } from 'node:fs';
import { cpuSeconds } from './cpu-seconds.ts';

// Loaded into the process of each test file by test/run.ts. When the process exits, it adds a line to the file that TEST_CPU_FILE
// names: the test file, and the processor seconds of the process and of its children.

const file = process.env.TEST_CPU_FILE;
// The processes that a test starts are counted by their parent.
delete process.env.TEST_CPU_FILE;
if (file) process.on('exit', () => appendFileSync(file, `${process.argv[1]}\t${cpuSeconds().toFixed(2)}\n`));
