import { MODES } from '../../core/payment.ts';
import { SESSION_STATUSES } from '../../features/checkout/session.ts';
import { sessionFields } from '../../features/checkout/session-json.ts';
import { listNewestSessions } from '../../features/checkout/store/list-sessions.ts';
import { type ExportList, listOf, pagesOf } from './exported-list.ts';

/** The list of checkout sessions, with the filters of its page. */
export const CHECKOUT_LIST: ExportList = listOf({
  name: 'checkout',
  fields: (nowUs) => sessionFields({ publicUrl: '', nowUs }),
  access: 'exports',
  hasWebsites: true,
  hasTimes: true,
  filters: { mode: MODES, status: SESSION_STATUSES, reference: null },
  sources: (db, { websiteIds, fromUs, toUs, nowUs, choice, text }) => {
    const status = choice(SESSION_STATUSES, 'status');
    const filter = {
      websiteIds,
      fromUs,
      toUs,
      mode: choice(MODES, 'mode'),
      reference: text('reference'),
      status: status && { is: status, nowUs },
    };
    return [pagesOf('createdAtUs', (page) => listNewestSessions(db, { ...filter, ...page }))];
  },
});
