import type { FastifyReply } from 'fastify';
import { html } from 'ghtml';
import { FRAME_TEXTS } from '../frame-texts.ts';
import type { ConsoleRoute } from '../route.ts';
import type { SignedInVisit } from '../visit.ts';

/** The first page. */
export const OVERVIEW_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: '', access: 'overview.read', handle: showOverview },
];

async function showOverview(visit: SignedInVisit): Promise<FastifyReply> {
  return visit.show({ title: FRAME_TEXTS[visit.language].overview, content: html``, place: '' });
}
