import type { ConsoleRoute } from '../route.ts';
import { showAuditCheck } from './audit-check.ts';
import { showAudit } from './audit-list.ts';
import { showAuditRow } from './audit-row.ts';

/** The audit log: who changed what. The console cannot change it. */
export const AUDIT_ROUTES: readonly ConsoleRoute[] = [
  { method: 'GET', path: '/audit', access: 'audit.read', handle: showAudit },
  { method: 'GET', path: '/audit/check', access: 'audit.read', handle: showAuditCheck },
  { method: 'GET', path: '/audit/:position', access: 'audit.read', handle: showAuditRow },
];
