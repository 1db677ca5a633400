import type { Socket } from 'node:net';

/** What Node knows of a socket beneath its streams. */
interface Handle {
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

/** Whether a client has stopped reading: asked every now and then, with a clock that only goes forward. */
export type StallCheck = (nowMs: number) => boolean;

/**
 * Whether data waits to be sent and not one byte of it was taken for `limitMs`. A slow reader is no stalled one: whatever
 * the system's buffer takes of a long response counts, also in the middle of one write.
 */
export function stallCheck(socket: Socket, limitMs: number): StallCheck {
  let sentBytes = 0;
  let sinceMs: number | undefined;
  return (nowMs) => {
    const handle = (socket as Socket & { _handle?: Handle | null })._handle;
    const queued = handle?.writeQueueSize ?? 0;
    if (queued + socket.writableLength === 0) {
      sinceMs = undefined;
      return false;
    }
    const sent = (handle?.bytesWritten ?? 0) - queued;
    if (sinceMs === undefined || sent !== sentBytes) {
      sentBytes = sent;
      sinceMs = nowMs;
    }
    return nowMs - sinceMs >= limitMs;
  };
}
