import { createHash } from 'node:crypto';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailure } from '../../app/failure.ts';
import { makePrivateFolder, tightenFolder, writePrivateFile } from '../../lib/private-files.ts';
import { hashKey } from '../../lib/secrets.ts';

/** How far a feed was followed. */
export interface Place {
  /** Pass it as `after`; null is the start of the feed. */
  readonly cursor: string | null;
  /** The event behind the cursor up to which everything was forwarded already; null for none. */
  readonly lastEventId: string | null;
}

export interface PlaceFile {
  /** Undefined the first time. Throws CommandFailure when the file cannot be used. */
  read(): Place | undefined;
  write(place: Place): void;
}

/** Keeps the place in one feed, that of a key at a base URL, in a small file (mode 0600). The key itself is not in it. */
export function placeFile(folder: string, { baseUrl, key }: { baseUrl: string; key: string }): PlaceFile {
  const name = createHash('sha256')
    .update(`${baseUrl}\n${hashKey(key)}`)
    .digest('hex')
    .slice(0, 32);
  const file = join(folder, `listen-${name}.json`);
  return {
    read() {
      const text = readIfThere(file);
      if (text === undefined) return undefined;
      const place = parsePlace(text);
      if (!place) throw new CommandFailure(`${file} does not hold a place in the feed. Remove it to start anew.`);
      return place;
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

function parsePlace(text: string): Place | undefined {
  try {
    const { cursor, last_event_id: lastEventId } = JSON.parse(text);
    const isPlace = [cursor, lastEventId].every((value) => value === null || typeof value === 'string');
    return isPlace ? { cursor, lastEventId } : undefined;
  } catch {
    return undefined;
  }
}
