import { isFinal } from '../../domain/payment.ts';
import { isSlowPayment } from '../../providers/sandbox/provider.ts';
import { methodName } from '../format.ts';
import type { Language } from '../language.ts';
import { layout } from '../layout.ts';
import { cardForm } from './card-form.ts';
import { processingView } from './processing.ts';
import { resultTitle, resultView } from './result.ts';
import type { PaymentView } from './view.ts';
import { walletForm } from './wallet-form.ts';

/** The page of a payment in the state it is in: form, waiting, or result. */
export function paymentPage(view: PaymentView, hrefIn: (language: Language) => string): string {
  const { payment, texts, language, state, isWidget } = view;
  const { content, title } = contentOf(view);
  const hasErrors = Object.keys(state.errors).length > 0 && !isFinal(payment.status);
  return layout({
    language,
    hrefIn,
    title: `${hasErrors ? `${texts.error}: ` : ''}${title} · Peye`,
    content,
    theme: payment.method,
    brand: payment.method === 'card' ? 'Peye' : methodName(payment.method, texts),
    isTest: payment.mode === 'test',
    widget: isWidget
      ? { transactionId: String(payment.id), ...(isFinal(payment.status) && { status: payment.status }) }
      : undefined,
  });
}

function contentOf(view: PaymentView): { content: string; title: string } {
  const { payment, texts, state } = view;
  if (isFinal(payment.status)) return { content: resultView(view), title: resultTitle(payment, texts) };
  if (isSlowPayment(payment)) return { content: processingView(view), title: texts.processing };
  const isWallet = payment.method === 'moncash' || payment.method === 'natcash';
  const title = state.step === 'challenge' ? texts.challenge : texts.payWith(methodName(payment.method, texts));
  return { content: isWallet ? walletForm(view) : cardForm(view), title };
}
