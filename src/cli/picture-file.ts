import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { CommandFailure } from '../app/failure.ts';
import { type PictureKind, sizeFault } from '../features/websites/brand-rules.ts';
import { refusalText } from '../platform/messages/refusals/refusal-messages.ts';

/** Reads an image file. Throws CommandFailure for anything but a file, and for a file that is too large. */
export function readPictureFile(kind: PictureKind, path: string): Buffer {
  // Without O_NONBLOCK, opening a named pipe would wait for a writer.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new CommandFailure(`${path} is not a file.`);
    const fault = sizeFault(kind, stat.size);
    if (fault !== undefined) throw new CommandFailure(`${path} was refused. ${refusalText(fault, 'en')}`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}
