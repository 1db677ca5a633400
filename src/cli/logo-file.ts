import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { CommandFailure } from '../app/failure.ts';
import { refusalText } from '../messages/refusals/refusal-messages.ts';
import { sizeFault } from '../operator/brand-rules.ts';

/** The bytes of a picture that an option names. Throws CommandFailure for what is no file, or too large to be read for nothing. */
export function readLogoFile(path: string): Buffer {
  // A named pipe would be waited for until somebody writes into it.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new CommandFailure(`${path} is not a file.`);
    const fault = sizeFault(stat.size);
    if (fault !== undefined) throw new CommandFailure(`${path} was refused. ${refusalText(fault, 'en')}`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}
