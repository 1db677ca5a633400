/** Which payments a restore loses, and where to find them. */
export const LOST_PAYMENTS = `Payments created after the backup are missing. peye reconcile finds the paid card payments. It finds no wallet payments, because
MonCash and NatCash offer no list: compare their portals with peye payments list from the time of the backup on. A missing wallet
payment that is reported later becomes an unknown_payment discrepancy (peye discrepancies list).`;
