import type { CreatePaymentFields } from '@peye/sdk';
import type { Order } from '@vendure/core';
/** The customer's name, e-mail address and telephone number, as far as the gateway accepts them. */
export declare function customerFields({ customer, shippingAddress, billingAddress, }: Order): Pick<CreatePaymentFields, 'customer_name' | 'customer_email' | 'customer_phone'>;
