import { type Fields, fieldsJson } from '../../core/fields.ts';
import { formatAmount } from '../../core/money.ts';
import { momentOf } from '../../core/timestamps.ts';
import type { AuditFacts } from '../audit/audit.ts';
import { linkPicturePath, PICTURE_TYPES } from '../websites/brand.ts';
import { linkPath, linkState, type PaymentLink, unitsLeft } from './payment-link.ts';

/** The public address of links, and the moment for which their state is computed. */
export interface LinkSetting {
  /** The public address of the gateway, without a trailing slash. */
  readonly publicUrl: string;
  /** Microseconds since 1970. */
  readonly nowUs: number;
}

/** The fields of payment links at a moment. */
export const linkFields = ({ publicUrl, nowUs }: LinkSetting): Fields<PaymentLink> => ({
  id: { text: 'id', csv: 'link_id' },
  code: { text: 'code' },
  url: { text: ({ code }) => `${publicUrl}${linkPath(code)}`, in: ['json'] },
  website_id: { text: 'websiteId' },
  key_id: { text: 'apiKeyId' },
  mode: { text: 'mode' },
  state: { text: (link) => linkState(link, nowUs), title: 'Status' },
  name: { text: 'name' },
  descriptions: { json: 'descriptions' },
  amount_mode: { text: 'amountMode' },
  amount: { minor: 'amountMinor' },
  min_amount: { minor: 'minMinor' },
  max_amount: { minor: 'maxMinor' },
  currency: { text: 'currency' },
  methods: { list: 'methods', csv: 'payment_methods' },
  stock: { count: 'stock' },
  single_use: { flag: 'isSingleUse', in: ['json'] },
  max_quantity: { count: 'maxQuantity' },
  places_left: { count: unitsLeft, in: ['json'] },
  open_payments: { count: 'openPayments', in: ['csv'] },
  paid_payments: { count: 'paidPayments', in: ['csv'] },
  failed_payments: { count: 'failedPayments', in: ['csv'] },
  paid_units: { count: 'paidUnits', in: ['csv'] },
  paid_htg: { minor: 'paidHtgMinor', in: ['csv'] },
  paid_usd: { minor: 'paidUsdMinor', in: ['csv'] },
  expires_at: { time: 'expiresAtUs' },
  asks_name: { flag: 'asksName', in: ['json'] },
  asks_phone: { flag: 'asksPhone', in: ['json'] },
  asks_email: { flag: 'asksEmail', in: ['json'] },
  picture: {
    json: ({ picture }) =>
      picture && {
        url: `${publicUrl}${linkPicturePath(picture)}`,
        type: PICTURE_TYPES[picture.type],
        width: picture.width,
        height: picture.height,
      },
  },
  thanks: { text: 'thanks', in: ['json'] },
  notify_email: { text: 'notifyEmail', in: ['json'] },
  created_at: { time: 'createdAtUs' },
  created_by: { text: 'createdBy' },
  deactivated_at: { time: 'deactivatedAtUs' },
  totals: {
    json: (link) => ({
      open: link.openPayments,
      paid: link.paidPayments,
      failed: link.failedPayments,
      open_units: link.openUnits,
      paid_units: link.paidUnits,
      paid_htg: formatAmount(link.paidHtgMinor),
      paid_usd: formatAmount(link.paidUsdMinor),
    }),
  },
});

/** A link as JSON: for operators, merchants and the console alike. */
export function linkJson(link: PaymentLink, setting: LinkSetting): Record<string, unknown> {
  return fieldsJson(linkFields(setting), link, 'merchant_owner');
}

/** The merchant's fields of a link as the audit log stores them, under the names of the link's JSON. */
export function linkFacts(link: PaymentLink): AuditFacts {
  const { amountMinor, minMinor, maxMinor } = link;
  return {
    code: link.code,
    mode: link.mode,
    name: link.name,
    amount_mode: link.amountMode,
    ...(amountMinor !== null && { amount: formatAmount(amountMinor) }),
    ...(minMinor !== null && { min_amount: formatAmount(minMinor) }),
    ...(maxMinor !== null && { max_amount: formatAmount(maxMinor) }),
    currency: link.currency,
    methods: link.methods,
    ...(link.stock !== null && { stock: link.stock }),
    ...(link.maxQuantity !== 1 && { max_quantity: link.maxQuantity }),
    ...(link.expiresAtUs !== null && { expires_at: momentOf(link.expiresAtUs) }),
    ...(link.notifyEmail !== null && { notify_email: link.notifyEmail }),
  };
}
