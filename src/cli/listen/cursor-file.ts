import { createHash } from 'node:crypto';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailure } from '../../platform/command-failure.ts';
import { makePrivateFolder, tightenFolder, writePrivateFile } from '../../platform/files/private-files.ts';
import { hashKey } from '../../platform/secrets/secrets.ts';

/** The position up to which events of a feed were forwarded. */
export interface FeedPosition {
  /** The value of `after`; null is the start of the feed. */
  readonly cursor: string | null;
  /** The last event after the cursor that was forwarded; null for none. */
  readonly lastEventId: string | null;
}

export interface CursorFile {
  /** Undefined the first time. Throws CommandFailure when the file cannot be used. */
  read(): FeedPosition | undefined;
  write(position: FeedPosition): void;
}

/** Stores the position in the feed of a key at a base URL in a small file (mode 0600). The file does not contain the key. */
export function cursorFile(folder: string, { baseUrl, key }: { baseUrl: string; key: string }): CursorFile {
  const name = createHash('sha256')
    .update(`${baseUrl}\n${hashKey(key)}`)
    .digest('hex')
    .slice(0, 32);
  const file = join(folder, `listen-${name}.json`);
  return {
    read() {
      const text = readIfThere(file);
      if (text === undefined) return undefined;
      const position = parsePosition(text);
      if (!position) throw new CommandFailure(`${file} is not a position in the feed. Delete the file to start again.`);
      return position;
    },
    write({ cursor, lastEventId }) {
      makePrivateFolder(folder);
      tightenFolder(folder, (other) => other.startsWith('listen-'));
      const temporary = `${file}.${process.pid}`;
      writePrivateFile(temporary, `${JSON.stringify({ base_url: baseUrl, cursor, last_event_id: lastEventId })}\n`);
      renameSync(temporary, file);
    },
  };
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function parsePosition(text: string): FeedPosition | undefined {
  try {
    const { cursor, last_event_id: lastEventId } = JSON.parse(text);
    const isPosition = [cursor, lastEventId].every((value) => value === null || typeof value === 'string');
    return isPosition ? { cursor, lastEventId } : undefined;
  } catch {
    return undefined;
  }
}
