import { createHash } from 'node:crypto';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailure } from '../../platform/command-failure.js';
import { makePrivateFolder, tightenFolder, writePrivateFile } from '../../platform/files/private-files.js';
import { hashKey } from '../../platform/secrets/secrets.js';

export function cursorFile(folder        , { baseUrl, key }                                  )             {
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

function readIfThere(file        )                     {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error                         ).code === 'ENOENT') return undefined;
    throw error;
  }
}

function parsePosition(text        )                           {
  try {
    const { cursor, last_event_id: lastEventId } = JSON.parse(text);
    const isPosition = [cursor, lastEventId].every((value) => value === null || typeof value === 'string');
    return isPosition ? { cursor, lastEventId } : undefined;
  } catch {
    return undefined;
  }
}
