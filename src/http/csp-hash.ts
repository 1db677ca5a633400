import { createHash } from 'node:crypto';

/** The source expression of an inline script or style with this text, for a content security policy. */
export function cspHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
