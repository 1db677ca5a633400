import type { ConsoleRoute } from '../route.ts';
import {
  approve,
  claim,
  complete,
  confirmApproval,
  confirmCompletion,
  confirmRejection,
  confirmResolution,
  reject,
  resolve,
} from './decision-pages.ts';
import { DISPUTES_PATH, showDisputes } from './disputes-list.ts';
import { showRefund } from './refund-page.ts';
import { REFUNDS_PATH } from './refund-views.ts';
import { showRefunds } from './refunds-list.ts';
import { request, showRequest } from './request-page.ts';

const ONE = `${REFUNDS_PATH}/:id`;
const REQUEST = '/payments/:id/refund';

/** Refunds and disputes: the lists, a refund's page, the request, and the decisions. */
export const REFUND_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: REQUEST, access: 'refunds.request', handle: showRequest },
  {
    method: 'POST',
    path: REQUEST,
    access: 'refunds.request',
    sends: { amount: 'one', reason: 'one', once: 'one', confirmed: 'maybe' },
    handle: request,
    refused: showRequest,
  },
  { method: 'GET', path: REFUNDS_PATH, access: 'refunds.read', handle: showRefunds },
  { method: 'GET', path: DISPUTES_PATH, access: 'refunds.read', handle: showDisputes },
  { method: 'GET', path: ONE, access: 'refunds.read', handle: showRefund },
  { method: 'GET', path: `${ONE}/approve`, access: 'refunds.approve', handle: confirmApproval },
  {
    method: 'POST',
    path: `${ONE}/approve`,
    access: 'refunds.approve',
    sends: {},
    handle: approve,
    refused: confirmApproval,
  },
  { method: 'GET', path: `${ONE}/reject`, access: 'refunds.approve', handle: confirmRejection },
  {
    method: 'POST',
    path: `${ONE}/reject`,
    access: 'refunds.approve',
    sends: { note: 'one' },
    handle: reject,
    refused: confirmRejection,
  },
  {
    method: 'POST',
    path: `${ONE}/claim`,
    access: 'refunds.approve',
    sends: {},
    handle: claim,
    refused: confirmCompletion,
  },
  { method: 'GET', path: `${ONE}/complete`, access: 'refunds.approve', handle: confirmCompletion },
  {
    method: 'POST',
    path: `${ONE}/complete`,
    access: 'refunds.approve',
    sends: { transaction_number: 'one', unclaimed: 'maybe' },
    handle: complete,
    refused: confirmCompletion,
  },
  { method: 'GET', path: `${ONE}/resolve`, access: 'refunds.approve', handle: confirmResolution },
  {
    method: 'POST',
    path: `${ONE}/resolve`,
    access: 'refunds.approve',
    sends: { outcome: 'maybe', transaction_number: 'one', note: 'one' },
    handle: resolve,
    refused: confirmResolution,
  },
];
