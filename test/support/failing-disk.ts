import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A library between a process and its disk, controlled by files whose paths are in the environment. While FAILING_DISK exists, every flush
 * fails, as on a broken disk. While STALLED_DISK exists, a flush does not return, and creates STALLED_FLUSH as a sign. What is written in
 * the meantime stays in the system's cache, and may or may not reach the disk. FLUSHED_PATHS gets the path of each flushed file.
 */
const SOURCE = `
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
static int is_set(const char *name) { const char *flag = getenv(name); return flag && access(flag, F_OK) == 0; }
static int fails(void) {
  if (is_set("STALLED_DISK")) {
    int sign = open(getenv("STALLED_FLUSH"), O_CREAT | O_WRONLY, 0600);
    if (sign >= 0) close(sign);
    while (is_set("STALLED_DISK")) usleep(1000);
  }
  return is_set("FAILING_DISK");
}
static void note(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  int notes = length < 0 ? -1 : open(getenv("FLUSHED_PATHS"), O_CREAT | O_WRONLY | O_APPEND, 0600);
  if (notes < 0) return;
  path[length] = '\\n';
  if (write(notes, path, length + 1) < 0) abort();
  close(notes);
}
int fsync(int fd) { note(fd); if (fails()) { errno = EIO; return -1; } return syscall(SYS_fsync, fd); }
int fdatasync(int fd) { if (fails()) { errno = EIO; return -1; } return syscall(SYS_fdatasync, fd); }
`;

export interface FailingDisk {
  /** The environment of a process that uses this disk. */
  readonly env: Record<string, string>;
  fail(): void;
  /** From now on no flush ends before `repair`. */
  stall(): void;
  /** Whether a flush has started since `stall`. */
  isStalling(): boolean;
  /** The names of the files that were flushed so far, in order. */
  flushed(): string[];
  /** Ends failing and stalling. */
  repair(): void;
  drop(): void;
}

/** Builds the library. Undefined without Linux or a C compiler. */
export function failingDisk(): FailingDisk | undefined {
  if (process.platform !== 'linux') return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'peye-disk-'));
  const [library, flag] = [join(folder, 'disk.so'), join(folder, 'fails')];
  const [stalled, stalling] = [join(folder, 'stalled'), join(folder, 'stalling')];
  const flushes = join(folder, 'flushes');
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
    env: {
      LD_PRELOAD: library,
      FAILING_DISK: flag,
      STALLED_DISK: stalled,
      STALLED_FLUSH: stalling,
      FLUSHED_PATHS: flushes,
    },
    fail: () => writeFileSync(flag, ''),
    stall: () => {
      rmSync(stalling, { force: true });
      writeFileSync(stalled, '');
    },
    isStalling: () => existsSync(stalling),
    flushed: () => (existsSync(flushes) ? readFileSync(flushes, 'utf8').split('\n').slice(0, -1) : []),
    repair: () => {
      for (const file of [flag, stalled]) rmSync(file, { force: true });
    },
    drop,
  };
}
