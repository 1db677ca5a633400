import type { CreatePaymentFields } from '@peye/sdk';
import type { Order } from '@vendure/core';

const MOST_NAME = 255;
const MOST_PHONE = 20;
/** Stricter than an address has to be: what the gateway would reject is omitted, since an order is worth more than its e-mail address. */
const EMAIL = /^[\w.+-]+@[a-z\d-]+(\.[a-z\d-]+)+$/i;

/** Who pays, as the gateway takes it. */
export function customerFields({
  customer,
  shippingAddress,
  billingAddress,
}: Order): Pick<CreatePaymentFields, 'customer_name' | 'customer_email' | 'customer_phone'> {
  const names = [customer?.firstName, customer?.lastName].filter(Boolean).join(' ');
  const name = names || billingAddress?.fullName || shippingAddress?.fullName || customer?.emailAddress || 'Customer';
  const email = customer?.emailAddress ?? '';
  const phone = customer?.phoneNumber || billingAddress?.phoneNumber || shippingAddress?.phoneNumber || '';
  return {
    customer_name: [...name].slice(0, MOST_NAME).join(''),
    ...(EMAIL.test(email) && { customer_email: email }),
    ...(phone && phone.length <= MOST_PHONE && { customer_phone: phone }),
  };
}
