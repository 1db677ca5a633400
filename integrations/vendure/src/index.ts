export { CheckPaymentService } from './check-payment.service';
export { peyePaymentHandler } from './payment-handler';
export { PeyePaymentRecord, type RecordState } from './payment-record.entity';
export { PeyePlugin } from './peye-plugin';
export { RefundService } from './refund.service';
