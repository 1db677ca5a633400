import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A library that comes between a process and its disk: while a file exists, nothing can be flushed any more, as on a disk that
 * fails. What is written meanwhile stays where the system keeps it, and can reach the disk or not.
 */
const SOURCE = `
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
static int fails(void) { const char *flag = getenv("FAILING_DISK"); return flag && access(flag, F_OK) == 0; }
int fsync(int fd) { if (fails()) { errno = EIO; return -1; } return syscall(SYS_fsync, fd); }
int fdatasync(int fd) { if (fails()) { errno = EIO; return -1; } return syscall(SYS_fdatasync, fd); }
`;

export interface FailingDisk {
  /** The environment of a process whose disk this is. */
  readonly env: Record<string, string>;
  fail(): void;
  repair(): void;
  drop(): void;
}

/** Undefined where there is no Linux or no C compiler. */
export function failingDisk(): FailingDisk | undefined {
  if (process.platform !== 'linux') return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'peye-disk-'));
  const [library, flag] = [join(folder, 'disk.so'), join(folder, 'fails')];
  const drop = () => rmSync(folder, { recursive: true, force: true });
  try {
    execFileSync(process.env.CC_PATH ?? 'cc', ['-shared', '-fPIC', '-O1', '-o', library, '-x', 'c', '-'], {
      input: SOURCE,
      stdio: 'pipe',
    });
  } catch {
    drop();
    return undefined;
  }
  return {
    env: { LD_PRELOAD: library, FAILING_DISK: flag },
    fail: () => writeFileSync(flag, ''),
    repair: () => rmSync(flag, { force: true }),
    drop,
  };
}
