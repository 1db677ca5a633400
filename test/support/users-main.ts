/** Runs only the commands `peye users …`. */
import { failureText } from '../../src/app/failure.ts';
import { Command } from '../../src/cli/output.ts';
import { usersCommands } from '../../src/cli/users.ts';

const program = new Command('peye');
usersCommands(program);
try {
  await program.parseAsync(process.argv);
} catch (error) {
  process.stderr.write(`peye: ${failureText(error)}\n`);
  process.exitCode = 1;
}
