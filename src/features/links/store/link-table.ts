import { bigint, flag, group, list, optional, tableOf, text } from '../../../database/table.ts';
import type { Picture } from '../../websites/brand.ts';
import type { PaymentLink } from '../payment-link.ts';

/** How a payment link is stored. */
export const LINKS = tableOf<PaymentLink>('payment_links', {
  id: text('id'),
  code: text('code'),
  websiteId: text('website_id'),
  apiKeyId: text('api_key_id'),
  mode: text('mode'),
  name: text('name'),
  descriptions: group({ ht: text('description_ht'), fr: text('description_fr'), en: text('description_en') }),
  amountMode: text('amount_mode'),
  currency: text('currency'),
  amountMinor: bigint('amount_minor'),
  minMinor: bigint('min_minor'),
  maxMinor: bigint('max_minor'),
  methods: list('methods'),
  stock: bigint('stock'),
  isSingleUse: flag('single_use'),
  maxQuantity: bigint('max_quantity'),
  expiresAtUs: bigint('expires_at_us'),
  asksName: flag('asks_name'),
  asksPhone: flag('asks_phone'),
  asksEmail: flag('asks_email'),
  thanks: text('thanks'),
  picture: optional(
    group<Picture>({
      hash: text('picture_hash'),
      type: text('picture_type'),
      width: bigint('picture_width'),
      height: bigint('picture_height'),
    }),
  ),
  notifyEmail: text('notify_email'),
  createdAtUs: bigint('created_at_us'),
  createdBy: text('created_by'),
  deactivatedAtUs: bigint('deactivated_at_us'),
  openPayments: bigint('open_payments'),
  paidPayments: bigint('paid_payments'),
  failedPayments: bigint('failed_payments'),
  openUnits: bigint('open_units'),
  paidUnits: bigint('paid_units'),
  paidHtgMinor: bigint('paid_htg_minor'),
  paidUsdMinor: bigint('paid_usd_minor'),
});
