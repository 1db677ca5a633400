import { createHash } from 'node:crypto';

/** What a content security policy calls an inline script or style of exactly this text. */
export function cspHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
