import type { Step } from '../core/payment-history.ts';
import type { FormDecision } from '../providers/payment-form.ts';

/** The step that a submitted form adds to the payment's history: that something was entered and its result, but not the value. */
export function stepOf(decision: FormDecision): Step {
  switch (decision.kind) {
    case 'ask': {
      const { errors, kept } = decision.state;
      const refused = Object.values(errors).join(' ');
      if (refused !== '') return { name: 'entry_refused', facts: { errors: refused } };
      return {
        name: 'number_given',
        ...(kept.phone !== undefined && { facts: { phone: `…${kept.phone.slice(-2)}` } }),
      };
    }
    case 'authenticate':
      return { name: 'authentication_asked' };
    case 'wait':
      return { name: 'submitted', facts: { result: 'waiting' } };
    case 'settle': {
      const { outcome } = decision;
      const result = outcome.status === 'failed' ? outcome.failureReason : outcome.status;
      return result === 'cancelled' ? { name: 'cancelled' } : { name: 'submitted', facts: { result } };
    }
  }
}
