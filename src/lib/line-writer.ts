import { fstatSync, writeSync } from 'node:fs';

/** Lines are written when they are so many characters, or so long after the first of them. */
const WRITE_AT_LENGTH = 16 * 1024;
const WRITE_AFTER_MS = 100;
/** What a pipe takes whole or not at all, in bytes: lines of several processes that write to it are not mixed. A file takes all whole. */
const WHOLE_BYTES = 4096;
/** What waits while nothing can be written, in characters: lines beyond are lost, and counted. */
const BACKLOG_LENGTH = 1024 * 1024;
/** How long a process that ends waits for a reader who takes nothing. */
const LAST_WAIT_MS = 500;
const PAUSE_MS = 10;

/** Writes lines in the order they come. */
export interface LineWriter {
  /** Takes a line, with its end. It is written soon. */
  write(line: string): void;
  /** Writes what waits, as far as the system takes it now. */
  flush(): void;
}

/**
 * Collects lines and writes many at a time: a call to the system for each costs more than to make it. The process never waits for who
 * reads them: while a disk is full, or a pipe's reader has stopped, lines wait in a bounded backlog. When it is written, `onLost` is told
 * how many lines there was no room for, and may write a line in their place. What waits at the exit of the process is written then,
 * however it ends by itself; one that is killed loses the lines of the last moment.
 */
export function lineWriter(fd: number, onLost: (lines: number) => void): LineWriter {
  let lines: string[] = [];
  let length = 0;
  /** The bytes of lines before those, of which the system has not taken all. */
  let begun = Buffer.alloc(0);
  let lost = 0;
  let isReaderGone = false;
  let timer: NodeJS.Timeout | undefined;
  const isFile = fstatSync(fd).isFile();

  /** How many of the next lines a pipe takes whole, and one at least. */
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
  /** Undefined when everything was written, else why not. */
  const tryToWrite = (): string | undefined => {
    try {
      while (begun.length > 0 || lines.length > 0) {
        if (begun.length === 0) begun = takeLines();
        begun = begun.subarray(writeSync(fd, begun));
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
      begun = Buffer.alloc(0);
    } else if (fault !== undefined) {
      arm();
    } else if (lost > 0) {
      const told = lost;
      lost = 0;
      onLost(told);
    }
  };
  const flushAtExit = () => {
    let left = Number.POSITIVE_INFINITY;
    let waitedMs = 0;
    while (tryToWrite() === 'EAGAIN' && waitedMs < LAST_WAIT_MS) {
      waitedMs = begun.length < left ? 0 : waitedMs + PAUSE_MS;
      left = begun.length;
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
      // Once one is lost, all are until that is told: what follows belongs behind the line that says so.
      if (lost > 0 || begun.length + length + line.length > BACKLOG_LENGTH) {
        lost++;
        return;
      }
      lines.push(line);
      length += line.length;
      if (length >= WRITE_AT_LENGTH && begun.length === 0) flush();
      else arm();
    },
    flush,
  };
}
