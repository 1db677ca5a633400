import type { Socket } from 'node:net';

/** Node's internal handle of a socket. */
interface Handle {
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

/** Whether a client has stopped reading; call it repeatedly, with a monotonic clock. */
export type StallCheck = (nowMs: number) => boolean;

/**
 * Whether data is waiting to be sent and none of it was accepted for `limitMs`. A slow reader is not a stalled one: any progress
 * of the system's buffer in a long response counts, also in the middle of one write.
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
