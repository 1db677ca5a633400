import { statfsSync } from 'node:fs';

/** The numbers that Linux (statfs(2)) has for the file systems that an embedded store must not be on. */
const IN_MEMORY = new Map([
  [0x01021994, 'tmpfs'],
  [0x858458f6, 'ramfs'],
]);
const REMOTE = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0x01021997, '9p'],
  [0x00c36400, 'Ceph'],
  [0x5346414f, 'AFS'],
]);

/**
 * Why an embedded store in a folder would not survive a crash, or would not be safe with two processes; undefined when there is no known
 * reason.
 */
export function fileSystemFault(folder: string): { message: string; fix: string } | undefined {
  // Other systems number theirs differently.
  return process.platform === 'linux' ? faultOfType(folder, statfsSync(folder).type) : undefined;
}

/** `fileSystemFault` for a folder on a file system of this type. */
export function faultOfType(folder: string, type: number): { message: string; fix: string } | undefined {
  const kind = type >>> 0;
  const memory = IN_MEMORY.get(kind);
  if (memory !== undefined) {
    return {
      message: `${folder} is in memory (${memory}): everything in it is lost when the machine restarts`,
      fix: 'Set DATA_DIR to a folder on a disk.',
    };
  }
  const remote = REMOTE.get(kind);
  if (remote === undefined) return undefined;
  return {
    message: `${folder} is on another machine (${remote}): its locks and its writes to disk are not reliable`,
    fix: 'Set DATA_DIR to a folder on a disk of this machine, or use PostgreSQL.',
  };
}
