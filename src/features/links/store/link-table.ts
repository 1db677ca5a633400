import type { Currency } from '../../../core/money.ts';
import type { Mode } from '../../../core/payment.ts';
import type { AmountMode, LinkMethod, PaymentLink } from '../../../core/payment-link.ts';
import type { Row, Value } from '../../../database/database.ts';

const COLUMN_NAMES = [
  ...['id', 'code', 'website_id', 'api_key_id', 'mode', 'name', 'description_ht', 'description_fr', 'description_en'],
  ...['amount_mode', 'currency', 'amount_minor', 'min_minor', 'max_minor', 'methods', 'stock', 'single_use'],
  ...['expires_at_us', 'asks_name', 'asks_phone', 'thanks', 'notify_email', 'created_at_us', 'created_by'],
  ...['deactivated_at_us', 'open_payments', 'paid_payments', 'failed_payments', 'paid_htg_minor', 'paid_usd_minor'],
];

/** All columns, for SELECT and RETURNING. */
export const LINK_COLUMNS = COLUMN_NAMES.join(', ');

/** A parameter for each column. */
export const LINK_PARAMETERS = COLUMN_NAMES.map((_name, index) => `$${index + 1}`).join(', ');

/** The link that a row with all columns holds. */
export function toLink(row: Row): PaymentLink {
  return {
    id: row.id as string,
    code: row.code as string,
    websiteId: row.website_id as string,
    apiKeyId: row.api_key_id as string,
    mode: row.mode as Mode,
    name: row.name as string,
    descriptions: {
      ht: row.description_ht as string | null,
      fr: row.description_fr as string | null,
      en: row.description_en as string | null,
    },
    amountMode: row.amount_mode as AmountMode,
    currency: row.currency as Currency,
    amountMinor: row.amount_minor as number | null,
    minMinor: row.min_minor as number | null,
    maxMinor: row.max_minor as number | null,
    methods: (row.methods as string).split(',') as LinkMethod[],
    stock: row.stock as number | null,
    isSingleUse: row.single_use === 1,
    expiresAtUs: row.expires_at_us as number | null,
    asksName: row.asks_name === 1,
    asksPhone: row.asks_phone === 1,
    thanks: row.thanks as string | null,
    notifyEmail: row.notify_email as string | null,
    createdAtUs: row.created_at_us as number,
    createdBy: row.created_by as string,
    deactivatedAtUs: row.deactivated_at_us as number | null,
    openPayments: row.open_payments as number,
    paidPayments: row.paid_payments as number,
    failedPayments: row.failed_payments as number,
    paidHtgMinor: row.paid_htg_minor as number,
    paidUsdMinor: row.paid_usd_minor as number,
  };
}

/** The values of a link's columns, in order. */
export function linkValues(link: PaymentLink): Value[] {
  const { descriptions } = link;
  return [
    ...[link.id, link.code, link.websiteId, link.apiKeyId, link.mode, link.name],
    ...[descriptions.ht, descriptions.fr, descriptions.en],
    ...[link.amountMode, link.currency, link.amountMinor, link.minMinor, link.maxMinor, link.methods.join(',')],
    ...[link.stock, Number(link.isSingleUse), link.expiresAtUs, Number(link.asksName), Number(link.asksPhone)],
    ...[link.thanks, link.notifyEmail, link.createdAtUs, link.createdBy, link.deactivatedAtUs],
    ...[link.openPayments, link.paidPayments, link.failedPayments, link.paidHtgMinor, link.paidUsdMinor],
  ];
}
