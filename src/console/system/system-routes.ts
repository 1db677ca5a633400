import type { ConsoleRoute } from '../route.ts';
import { showSystem } from './system-page.ts';

/** The gateway itself. */
export const SYSTEM_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: '/system', access: 'system.read', handle: showSystem },
];
