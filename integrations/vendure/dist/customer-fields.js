"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.customerFields = customerFields;
const MOST_NAME = 255;
const MOST_PHONE = 20;
/** Stricter than needed: an e-mail address that the gateway might reject is omitted, since the order matters more than its address. */
const EMAIL = /^[\w.+-]+@[a-z\d-]+(\.[a-z\d-]+)+$/i;
/** The customer's name, e-mail address and telephone number, as far as the gateway accepts them. */
function customerFields({ customer, shippingAddress, billingAddress, }) {
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
