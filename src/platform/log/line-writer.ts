import { fstatSync, writeSync } from 'node:fs';

/** Lines are written when they have this many characters in total, or this long after the first of them. */
const WRITE_AT_LENGTH = 16 * 1024;
const WRITE_AFTER_MS = 100;
/**
 * The largest write that a pipe accepts atomically, in bytes: lines of several processes on one pipe never mix. A file accepts any size.
 */
const WHOLE_BYTES = 4096;
/** The backlog while nothing can be written, in characters. Further lines are dropped and counted. */
const BACKLOG_LENGTH = 1024 * 1024;
/** How long an exiting process waits for a reader that has stopped reading. */
const LAST_WAIT_MS = 500;
const PAUSE_MS = 10;

/** Writes lines in their order of arrival. */
export interface LineWriter {
  /** Adds a line, including its line end. It is written soon. */
  write(line: string): void;
  /** Writes the backlog, as much as the system accepts now. */
  flush(): void;
}

/**
 * Collects lines and writes many at a time: a system call for each line costs more than building the line. The process never waits for the
 * reader: while a disk is full, or a pipe's reader has stopped, lines wait in a bounded backlog. Once the backlog is written, `onLost`
 * receives the number of dropped lines, and may write a line in their place. The backlog is written when the process exits by itself; a
 * process that is killed loses the lines of the last moment.
 */
export function lineWriter(fd: number, onLost: (lines: number) => void): LineWriter {
  let lines: string[] = [];
  let length = 0;
  /** The bytes of earlier lines that the system has not fully accepted. */
  let partial = Buffer.alloc(0);
  let lost = 0;
  let isReaderGone = false;
  let timer: NodeJS.Timeout | undefined;
  const isFile = fstatSync(fd).isFile();

  /** How many of the next lines a pipe accepts in one write; at least one. */
  const countWhole = (): number => {
    let count = 0;
    let bytes = 0;
    do bytes += Buffer.byteLength(lines[count++] as string);
    while (count < lines.length && bytes + Buffer.byteLength(lines[count] as string) <= WHOLE_BYTES);
    return count;
  };
  const takeLines = (): Buffer<ArrayBuffer> => {
    const text = lines.splice(0, isFile ? lines.length : countWhole()).join('');
    length -= text.length;
    return Buffer.from(text);
  };
  /** Writes the backlog. Returns undefined when all of it was written, else the reason why not. */
  const tryToWrite = (): string | undefined => {
    try {
      while (partial.length > 0 || lines.length > 0) {
        if (partial.length === 0) partial = takeLines();
        partial = partial.subarray(writeSync(fd, partial));
      }
      return undefined;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? 'unknown';
    }
  };
  const flush = () => {
    disarm();
    const fault = tryToWrite();
    if (fault === 'EPIPE') {
      isReaderGone = true;
      lines = [];
      partial = Buffer.alloc(0);
    } else if (fault !== undefined) {
      arm();
    } else if (lost > 0) {
      const dropped = lost;
      lost = 0;
      onLost(dropped);
    }
  };
  const flushAtExit = () => {
    let left = Number.POSITIVE_INFINITY;
    let waitedMs = 0;
    while (tryToWrite() === 'EAGAIN' && waitedMs < LAST_WAIT_MS) {
      waitedMs = partial.length < left ? 0 : waitedMs + PAUSE_MS;
      left = partial.length;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
    flush();
  };
  const arm = () => {
    if (timer !== undefined) return;
    timer = setTimeout(flush, WRITE_AFTER_MS).unref();
    process.once('exit', flushAtExit);
  };
  const disarm = () => {
    clearTimeout(timer);
    timer = undefined;
    process.off('exit', flushAtExit);
  };
  return {
    write(line) {
      if (isReaderGone) return;
      // After the first dropped line, all lines are dropped until the loss is reported: later lines belong after that report.
      if (lost > 0 || partial.length + length + line.length > BACKLOG_LENGTH) {
        lost++;
        return;
      }
      lines.push(line);
      length += line.length;
      if (length >= WRITE_AT_LENGTH && partial.length === 0) flush();
      else arm();
    },
    flush,
  };
}
